/**
 * Words that claim and show nothing, in languages that people work in. What is left of a text without them is what it
 * shows. A word that may also name what was run or seen is not among them: evidence that is refused wrongly costs more
 * than a claim that passes.
 */

const WORDS = `
  it this that all everything the feature features code now just already fully successfully correctly properly perfectly
  fine works work working worked done complete completed finished implemented fixed verified validated tested checked
  confirmed ok okay good great looks look as expected intended requested required should is are was were has have been and
  i we my our in to be of a an manually locally thoroughly carefully lgtm yes passes passed passing pass green see above
  trust me requirement requirements criterion criteria met satisfied did does do test tests task job ready resolved solved
  no any error errors issue issues problem problems bug bugs found evidence proof na none null tbd todo asdf
  fertig erledigt funktioniert funktionieren läuft laufen geht klappt passt gemacht getestet geprüft überprüft alles alle
  gut es ist sind jetzt wie erwartet gewünscht umgesetzt implementiert behoben korrekt erfolgreich abgeschlossen bestätigt
  sieht aus ja wurde wurden bestanden grün und ich habe das die der ordnung keine fehler einwandfrei
  fait faits fini terminé terminée ça cela marche marchent fonctionne fonctionnent tout tous toutes est bon bien testé
  vérifié les sont et correctement comme prévu attendu parfaitement oui implémenté corrigé réussi réussis avec succès le
  la ai été passent aucun erreur
  hecho listo lista funciona funcionan terminado completado completo todo todas está probado verificado las los pruebas
  pasan pasaron correctamente como se esperaba esperado sí ya implementado corregido con éxito perfecto el errores sin
  feito pronto concluído finalizado funcionando tudo certo testado verificado os testes passam passaram sim com sucesso
  fatto funziona funzionano finito completato tutto bene posto testato passano passati come previsto corretto sì va
  implementato
  klaar gedaan werkt goed getest gecontroleerd het orde geslaagd alle
  gotowe zrobione działa wszystko dobrze zakończone sprawdzone przetestowane testy przechodzą jest
  klart klar färdig färdigt fungerar allt det testat är
  hotovo funguje vše testováno kész működik
  tamam tamamlandı bitti çalışıyor yapıldı edildi her şey test başarılı
  selesai sudah berhasil semua xong hoàn thành đã
  готово сделано работает работают всё все проверено выполнено завершено исправлено протестировано тесты прошли проходят
  пройдены успешно хорошо нормально ок да это порядке теперь как ожидалось надо было реализовано ошибок нет без
  зроблено працює перевірено виконано тести
  έτοιμο λειτουργεί όλα εντάξει נעשה עובד הכל בדקתי
  تم انتهى يعمل الاختبارات جميع كل شيء بنجاح جيد نجحت ناجح
  हो गया पूरा काम कर रहा है सब ठीक
`;

/** Of scripts that put no spaces between words, or endings at them. Longer ones stand before those that they begin with. */
const PHRASES = `
  没有问题 沒有問題 没问题 沒問題 完毕 完畢 完成 搞定 好了 正常 成功 通过 通過 测试 測試 验证 驗證 检查 檢查 确认 確認 可以 工作
  运行 運行 全部 所有 一切 功能 代码 代碼 修复 修復 实现 實現 无误 無誤 符合 预期 預期 要求 满足 滿足 已经 已經 已 都 了 的 我 它 这
  均 就绪 做 行 对 是 好
  終わりました できました ありません しました されました しています 動いています 動きます 動作 動いた 動く 確認 完了 問題 実装 修正
  全て すべて テスト 対応 合格 済み 済 です ます した なし ない に を は が で も の と
  완료 했습니다 했어요 되었습니다 됐습니다 됩니다 합니다 작동 동작 정상 적으로 확인 테스트 통과 성공 구현 수정 모두 모든 기능 문제
  없음 없습니다 없이 잘 다 됨 함 이 가 은 는 을 를
  เสร็จแล้ว เรียบร้อย ทำงาน ได้ ผ่าน ทดสอบ แล้ว
`;

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

const CLAIMS: ReadonlySet<string> = new Set(wordsOf(WORDS));
const CLAIMING = new RegExp(wordsOf(PHRASES).join('|'), 'gu');

/** A word with all its marks: some scripts write vowels as marks. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The name of a file says what was examined, whatever words it is made of. */
const FILE = /[\w-]\.[a-z]\w{0,5}\b|(?:^|\s)(?:\.{1,2}|~)?\/\w|:\/\//i;

/** Whether a text only claims: nothing is left of it without the words that do, but single letters. */
export function isOnlyAClaim(text: string): boolean {
  if (FILE.test(text)) return false;
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/\b100 ?%/g, ' ')
      .match(WORD) ?? [];
  if (words.join('').length < 2) return true;
  return words.filter((word) => !CLAIMS.has(word)).every((word) => saysNothing(word));
}

function saysNothing(word: string): boolean {
  const left = word.replace(CLAIMING, '');
  return !/\p{N}/u.test(left) && new Set(left).size < 2;
}
