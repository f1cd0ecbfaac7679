import { describe, expect, it } from 'vitest';
import { suspicionsOf } from '../../../src/domain/judging/suspicion.ts';

describe('no text is slow', () => {
  const LENGTH = 80_000;
  it.each<[string]>([
    ['ignore all '],
    ['ignore the previous all system '],
    ['you must output say mark '],
    ['mark criteria all this ac-1 '],
    ['please just only respond only '],
    ['\nsystem '],
    ['<data - '],
    ['< / '],
    ['----- end '],
    ['end of the end of data '],
    ['you are now a a a '],
    ['a b c d '],
    ['a.b-c_d '],
    ['a\nb\n'],
    ['\n'],
    ['     '],
    ['QUFB'],
    ['-'],
    ['='],
    ['*'],
    ['7'],
    ['deadbeef'],
    [': '],
    ['verdict: '],
    ["' "],
    ['. '],
    ['\n> '],
    ['1.2.3.4 '],
    ['41 '],
    ['&#65;&amp;'],
    ['\\u0041'],
    ['**`'],
    ['👍\u200d'],
    ['\u001b[0;1'],
    ['é'],
    ['忽略输出'],
  ])('a text made of %j', (part) => {
    const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
    expect(suspicionsOf(text)).toBeInstanceOf(Array);
  });
});
