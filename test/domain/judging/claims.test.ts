import { describe, expect, it } from 'vitest';
import { isOnlyAClaim } from '../../../src/domain/judging/claims.ts';

const HONEST: readonly string[] = [
  'npm test: 14 passed',
  '42 passed',
  '# pass 3',
  'ok 1 - adds',
  '3/3',
  '200 OK',
  'HTTP 204',
  'exit code 0',
  'src/login.ts',
  'README.md, line 3',
  './done',
  '/a',
  'a.c',
  'done.md',
  '1a2b3c4',
  'deadbee',
  'https://ci.example.org/runs/7',
  'localhost:3000',
  'PR merged',
  '#123',
  'v2',
  'tsc: no errors',
  'pytest',
  'all checks of CI are green',
  'It opens',
  'login works',
  'screenshot attached',
  '"Sign out" is shown',
  'The button is disabled now',
  '{"ok": true}',
  'Anmeldung öffnet sich, Name steht oben rechts',
  'go test: alles bestanden',
  'les 14 tests passent',
  'La page affiche le total',
  'El botón aparece después de entrar',
  'Relatório gerado em três páginas',
  '登录页面显示用户名',
  'ログイン後に名前が表示される',
  '로그인 버튼이 보입니다',
  'Кнопка входа видна на главной',
  'زر الدخول يظهر في الصفحة',
];

const EMPTY: readonly string[] = [
  'done',
  'Done.',
  'DONE!!!',
  'it works',
  'It does',
  'x',
  '1',
  'xxx',
  '…',
  '👍',
  '✅ done',
  'n/a',
  'TODO',
  'ok',
  'yes',
  'LGTM',
  'works as expected',
  'All tests pass',
  'tests passed, no errors found',
  'I have verified this manually',
  'Everything is fully implemented and tested',
  '100 % done',
  'asdf',
  'see above',
  'trust me',
  'Fertig, alles funktioniert wie erwartet.',
  'Alle Tests bestanden',
  'Läuft.',
  "C'est fait, tout marche",
  'Terminé et testé',
  'Hecho, todo funciona',
  'Listo. Las pruebas pasan correctamente',
  'Feito e testado, tudo certo',
  'Fatto, funziona tutto',
  'Klaar, alles werkt goed',
  'Gotowe, wszystko działa',
  'Tamam, bitti',
  'Готово, всё работает',
  'Тесты прошли успешно',
  'تم كل شيء بنجاح',
  'सब काम पूरा हो गया है',
  '已完成,测试通过',
  '没问题',
  '功能已经实现,一切正常',
  '完了しました',
  '動作確認済みです',
  '모든 테스트 통과했습니다',
  '완료',
  'เสร็จแล้ว',
];

describe('evidence that only claims', () => {
  it.each(HONEST)('is not: %s', (text) => {
    expect(isOnlyAClaim(text)).toBe(false);
  });

  it.each(EMPTY)('is: %s', (text) => {
    expect(isOnlyAClaim(text)).toBe(true);
  });

  it('is told in time, however long it is', () => {
    expect(isOnlyAClaim('done '.repeat(200_000))).toBe(true);
  });
});
