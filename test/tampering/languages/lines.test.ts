import { expect, test } from 'vitest';
import { readFile } from '../../rig/values/told-tests.ts';

test.each<[string, string, string]>([
  [
    'Java',
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  @Disabled\n  void adds() {}\n}\n',
  ],
  ['Kotlin', 'src/test/kotlin/ATest.kt', 'class ATest {\n  @Test\n  @Ignore\n  fun adds() {}\n}\n'],
  [
    'C#',
    'ATests.cs',
    'class ATests {\n  [Fact]\n  [Trait("a", "b")]\n  public void Adds() {}\n}\n',
  ],
  [
    'PHP',
    'tests/ATest.php',
    '<?php\nclass ATest extends TestCase {\n  #[Test]\n  public function adds(): void {}\n}\n',
  ],
])('a test of %s is told at the line of its name, not of its marks', (_language, path, text) => {
  expect(readFile(text, path).tests.map(({ line }) => line)).toEqual([4]);
});

test('a double of a setup holds for all tests of a file of C#', () => {
  const text =
    'class ATests {\n  [SetUp]\n  public void Up() { cart.Setup(c => c.Total()).Returns(3); }\n  [Test]\n  public void Adds() {}\n}\n';
  expect(readFile(text, 'ATests.cs').doubles.map(({ target }) => target)).toContain('Total');
});
