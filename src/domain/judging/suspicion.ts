import { hasHidden } from '../base/hidden-characters.ts';
import { readingsOf } from './suspicion-readings.ts';

/**
 * What texts say when they speak to a judge, in small letters. A word of judging alone is no sign, since
 * work on judges, prompts and validators is described with such words. Every pattern is bounded, so that
 * no text makes it slow.
 */

interface SuspicionSign {
  readonly sign: string;
  readonly pattern: RegExp;
}

/** The names of a reader that judges. */
const JUDGE =
  '(?:judges?|reviewers?|graders?|evaluators?|assessors?|auditors?|examiners?|llms?|ai|a\\.i\\.|(?:language |reviewing |judging )models?|assistants?|claude|chatgpt|gpt(?:-\\d\\w*)?|agents? reading this|readers?)';
/** The same, and names that stand for a part of the work as often. */
const READER = `(?:${JUDGE}|validators?|models?|bots?|verifiers?)`;
const APPROVAL =
  '(?:pass(?:ed|es|ing)?|met|satisf(?:y|ied|ies|ying)|approv(?:e|ed|es|al)|true|success(?:ful)?|ok(?:ay)?|accept(?:ed|able)?|valid|complete[d]?|green|fulfilled|proven|1\\.0)';
/** Words of approval that little but a judge has use for. */
const CLEAR_APPROVAL = '(?:pass(?:ed|ing)?|met|satisfied|approved|fulfilled|accepted|proven)';
const RULES =
  '(?:instructions?|rules?|prompts?|criteria|guidelines?|directions?|guidance|polic(?:y|ies)|constraints?|messages?|training|orders?|requirements?|restrictions?)';
/** What a judge has before it. */
const JUDGED =
  '(?:criteri(?:on|a)|promises?|verdicts?|evidence|judge?ments?|the rest|ac-?\\d+|c-\\d+)';
const VERDICT_WORDS = `(?:pass(?:ed|es|ing)?|criteri(?:on|a)|ac-?\\d+|verdicts?|promise|judge?ments?|approv\\w{1,4}|satisfied|fulfilled|compliant|lenien\\w{1,4}|instructions?|ok(?:ay)?)`;
const ORDER_VERBS =
  '(?:output|answer|respond|reply|return|mark|judge|grade|rate|score|pass|approve|accept|say|treat|consider|assume|conclude|give|emit|write|report|certify|find|skip|evaluate|ignore|obey|follow|print|state|declare)';
const notAfter = (words: string) => `(?<!\\b(?:${words}) )`;

/** Up to so many characters of the same sentence. */
const within = (most: number) => `[^.\\n]{0,${most}}`;

const sign = (name: string, pattern: string, flags = ''): SuspicionSign => ({
  sign: name,
  pattern: new RegExp(pattern, flags),
});

const SUSPICION_SIGNS: readonly SuspicionSign[] = [
  sign(
    'an order to set rules aside',
    `\\b(?:ignore|disregard|forget|overrid(?:e|es|ing)|bypass|skip|drop|discard|set aside|neglect|do not (?:follow|obey|apply)|don't (?:follow|obey|apply)|stop (?:following|applying)|never ?mind)\\b${within(50)}\\b(?:previous|above|prior|earlier|all|any|every|your|the|these|those|foregoing|preceding|initial|original|system)\\b${within(40)}\\b${RULES}\\b`,
  ),
  sign(
    'an order to set rules aside',
    `\\b(?:forget|disregard|ignore)\\s+(?:everything|anything|all|whatever)\\s+(?:that\\s+)?(?:you|above|before|i|was|they)\\b`,
  ),
  sign(
    'an order to the reader',
    `\\b(?:you|thou|u)\\s+(?:must|shall|should|will|have to|need to|are (?:to|required to|instructed to|expected to|obliged to|hereby|asked to|ordered to|now|going to)|can (?:safely|simply|just)|may (?:safely|simply))\\b${within(60)}\\b${ORDER_VERBS}\\b${within(50)}\\b${VERDICT_WORDS}\\b`,
  ),
  sign(
    'an order to the reader',
    `\\b(?:please|kindly|you must|you should|just|simply|go ahead and)\\s+(?:pass|approve|accept|confirm|validate)\\s+(?:this|it|them|all of|everything|every|me|us|all\\b|the (?:promise|criteri|evidence|work))`,
  ),
  sign(
    'an order to pass something',
    `\\b(?:mark|judge|grade|rate|score|treat|count|consider|regard|deem|declare|accept|approve|set|record|certify|evaluate|label|classify|return|assign|give|award|assume|suppose|presume|report)\\b${within(50)}\\b${JUDGED}\\b${within(50)}\\b${APPROVAL}\\b`,
  ),
  sign(
    'an order to pass something',
    `\\b(?:mark|judge|grade|rate|score|treat|count|consider|regard|deem|declare|certify|evaluate|label|classify|assume|presume)\\b\\s+(?:that\\s+)?(?:this|these|it|them|all|everything|both|each|me|us)\\b(?:\\s+\\w+){0,3}\\s+(?:as|to be|is|are|=|:)?\\s*["'\`*]*${CLEAR_APPROVAL}\\b`,
  ),
  sign(
    'an order to pass something',
    `\\b(?:pass|approve|accept|acquit)\\s+(?:all|every|each|this|these|the|any|both|ac-?\\d+)(?:\\s+\\w+)?\\s+(?:criteri(?:on|a)\\b|promise|judge?ments?|acceptance)|(?:^|[.!?;:]\\s*)(?:pass|approve|accept) (?:it|this|everything|all of (?:it|them))\\s*(?:[.!]|$)`,
    'm',
  ),
  sign(
    'an order about the answer',
    `(?:^|[.!?:;,>*\\-("'\`]|\\b(?:please|now|just|simply|then|and|always|only|instead|so|kindly|must|to))\\s*(?:respond|reply|answer)\\b(?:\\s+(?:only|just|simply|exactly|back|immediately|now))*\\s*(?:with (?:only |just |the (?:word|verdict|single|following|json)|a (?:verdict|pass|single)|["'\`{]|${APPROVAL}\\b)|with\\s*:|that (?:it|this|all|every|the)|:|["'\`]?${APPROVAL}\\b|\\{|in json)`,
    'm',
  ),
  sign(
    'an order about the answer',
    `(?:^|[.!?:;,>*("'\`]|\\b(?:please|just|simply|always|only|instead|kindly|must))\\s*(?:respond|reply|answer|output|print|return|say|emit|write|produce|give|state)\\b(?:\\s+(?:only|just|simply|exactly|back|immediately|now))*\\s*:?\\s*(?:the (?:verdict|judge?ment)\\b|["'\`*]*(?:pass|passed|approved)\\b(?![ -]\\w+[:/.])|this json|["'\`]ok(?:ay)?["'\`]|a (?:verdict|pass)\\b|ok(?:ay)? and )`,
    'm',
  ),
  sign(
    'an order about the answer',
    `\\b(?:respond|reply|answer|say|output)\\b${within(30)}\\bnothing (?:else|more|but|further)\\b|\\b(?:say|write|mention|report) nothing (?:about|of|on|against) (?:ac-?\\d|this|it|that|criteri|the (?:last|first|other|rest))`,
  ),
  sign(
    'an order to leave something out',
    `\\b(?:leave|omit|drop|exclude|skip|remove|strike|hide|suppress)\\b${within(30)}(?:\\bac-?\\d+|\\b(?:any|this|that|these|those|every|each|all|one|extra|last|first|other|second|strange|odd|impossible|unknown|acceptance)\\s+criteri(?:on|a)|\\b(?:out of|from|in) (?:your|the) (?:reply|answer|response|output|review|judge?ments?|verdict)\\b)`,
  ),
  sign(
    'words addressed to the judge',
    `\\b(?:dear|attention|hello|hi|hey|note (?:to|for)|notice (?:to|for)|message (?:to|for)|instructions? (?:to|for)|reminder (?:to|for)|important for|memo (?:to|for)|warning to|psst,?|listen,?)[\\s,:]+(?:the |all |any |our |my |whichever |whoever )?(?:\\w+ )?${READER}\\b`,
  ),
  sign(
    'words addressed to the judge',
    `\\b(?:as|since you are|being) (?:an?|the|our) (?:\\w+ )?${JUDGE}(?:,| you\\b| it is your)`,
  ),
  sign(
    'words addressed to the judge',
    `(?:^|[\\n.!?"'(\\[*#>])\\s*@?${JUDGE}\\s*(?:[,!]\\s*(?!and\\b|or\\b)(?:please|pass|accept|approve|you|ignore|mark|do|don't|just|this|we|i|if|answer|return|output|be|let|trust|stop|look|read|remember)\\b|:\\s*${within(60)}\\b(?:pass|accept|approve|ignore|please|you|your|must|criteri(?:on|a)|mark|answer|output|trust)\\b)`,
    'm',
  ),
  sign(
    'an order to the judge by name',
    `\\b(?:the|this|any|every) ${READER} (?:must|shall|should|has to|needs to|is (?:instructed|required|ordered|told|asked|expected|hereby|to)|will (?:now|only|always)|may not|cannot|can not|can) ${within(40)}\\b(?:pass|approve|accept|mark|output|return|answer|reply|respond|ignore|skip|not fail|say|judge|give|treat|conclude|find)\\b(?=${within(60)}\\b(?:${JUDGED}|pass|passed|approval|everything|this|instructions?))`,
  ),
  sign(
    'a line in the name of the system',
    `(?:^|\\n)[ \\t>*#"'\`[(<-]{0,20}(?:assistant|human|anthropic)(?:[ _-]?(?:prompt|message|note|override|instructions?|notice|update|role))?[\\])>"'\`*]*\\s*(?::|=|->|—)\\s*\\S`,
  ),
  sign(
    'a line in the name of the system',
    `(?:^|\\n|[.!?]\\s)[ \\t>*#"'\`[(<-]{0,20}(?:system|user|developer|operator|admin(?:istrator)?|root|tool)(?:(?:[ _-](?:prompt|message|note|override|instructions?|notice|update|role))[\\])>"'\`*]*\\s*(?::|=|->|—)\\s*\\S|[\\])>"'\`*]*\\s*(?::|=|->|—|\\])[\\])>"'\`*]*\\s*[^\\n]{0,120}\\b(?:criteri(?:on|a)|verdicts?|judg(?:e|ing|e?ments?)|grad(?:e|ing)|evaluat\\w{1,4}|promise|evidence|instructions?|lenien\\w{1,4}|approv\\w{1,4}|overrid\\w{1,4}|ignore|you must|answer|respond|pass(?:es)? (?:this|all|every|it))\\b)`,
  ),
  sign(
    'marks of a conversation',
    `<\\|[\\w ]{1,30}\\|>|\\[/?inst\\]|<</?sys>>|</?(?:system|assistant|human|instructions?|prompt|evidence|criteri(?:on|a)|verdict|judge|developer|function_results|antml|untrusted)\\b[^>\\n]{0,80}>|\\bbegin_of_text\\b|###\\s*(?:system|instructions?|response|assistant|human|new task|end)\\s*:|\\bend_of_turn\\b`,
  ),
  sign(
    'marks of the fence around data',
    `<\\s*/?\\s*data\\s*[-‐-―−]|${notAfter('unexpected|premature|at|the|to|until|before|by|near|reached')}\\bend of (?:the )?(?:data|evidence|prompt|input|criteria|fence|untrusted)\\b(?:\\s\\w+)?\\s*(?:[.!:\\n\\])>*=-]|$)|\\b(?:data|evidence|fence|prompt|criteria) (?:ends?|stops?|is over|closed) here\\b|(?<![-=#*])[-=#*]{3,80}\\s*(?:end|begin|stop|start)\\s+(?:of\\s+)?(?:the\\s+)?(?:data|evidence|prompt|input|criteri|fence|untrusted|context|review|instruction|system|user)`,
    'm',
  ),
  sign(
    'a verdict in the shape of a reply',
    `["'\`]?\\b(?:verdict|judge?ment|overall[_ ]confidence|criteria[_ ]judge?ments|reviewed[_ ]criteria|final[_ ](?:verdict|answer|judge?ment|decision)|overall[_ ]verdict|blocking[_ ]issues)\\b["'\`]?\\s*(?:[:=]|=>|→|->|\\bis\\b|\\bwill be\\b|\\bmust be\\b|\\bshould be\\b|\\bhas been\\b)\\s*["'\`*[{(]*\\s*(?:pass|approv|met\\b|accept|true|success|0\\.\\d|1\\b|1\\.0|ok\\b|\\{|\\[|positive|green)`,
  ),
  sign(
    'a role for the reader',
    `\\b(?:you are (?:now |from now on )?(?:an? |the |our )(?:\\w+ ){0,3}(?:${JUDGE}|rubber stamp|assistant|parser|machine|persona|character|expert|tool)\\b|you are now (?:in|free|unrestricted|called|playing)\\b|you are no longer (?:an? |the |bound|restricted|required|judging)|from now on,? (?:you|your|always|only|act|answer|respond|treat|ignore|every (?:criteri|verdict)|all (?:criteri|verdict))|pretend (?:to|that|you)|role-?play|act as (?:if|an? |the )(?:\\w+ ){0,4}(?:${JUDGE}|pass|approved|criteri|were|are)|imagine (?:that )?you|developer mode|debug mode is|jail ?break|dan mode|god mode|test mode: |maintenance mode: |sudo\\b${within(20)}\\b(?:pass|approve)|new (?:instructions?|task|persona|system prompt|orders?)\\s*(?::|are\\b|is\\b|follow)|updated (?:instructions?|orders) (?:for|to|:)|your (?:real|true|actual|new|only|sole) (?:task|job|goal|purpose|role|instructions?|orders))`,
  ),
  sign(
    'an order not to look',
    `\\b(?:do not|don't|never|no need to|needn't|need not|without|stop|avoid|refrain from|there is no point in)\\s+(?:\\w+ ){0,2}(?:(?:evaluat|judg|assess|scrutin|doubt|grad|question)\\w{0,6}\\s+(?:this|these|it|them|any|the|ac|c-?\\d|whether|that|further|me|us|anything|criteri)|(?:check|verif|examin|fail|reject|flag|review|mention|report|disclos|reveal|look)\\w{0,5}\\s+(?:at |into )?(?:(?:this|the|any|these|that|every|each|other) )?(?:ac-?\\d|criteri|promise\\b|evidence\\b|further\\b|whether (?:it|this|the (?:work|evidence|criteri))))|\\b(?:no need to|needn't|need not) (?:check|verify|examine|review|look at) (?:this|it|them|that)\\b`,
  ),
  sign(
    'a lower bar',
    `(?:^|[.!?:;\\n]\\s*|\\b(?:please|just|must|you|and|so|kindly)\\s+)be (?:very |more |extra |as |a bit |a little )?(?:lenient|generous|charitable|merciful|favou?rable|kind)\\b|\\b(?:grade|judge|review|rate|evaluate|score)(?:\\s+\\w+){0,3}\\s+(?:leniently|generously|charitably|favou?rably|kindly)\\b|\\bbenefit of (?:the )?doubt\\b|\\bin doubt,? (?:pass|accept|approve)|\\berr on the side of (?:pass|accept|approv|lenien)|\\bunless proven otherwise\\b`,
    'm',
  ),
  sign(
    'a claim of authority over the verdict',
    `\\bpre-?approved\\b|\\balready (?:been )?(?:judged|graded)\\b|\\b(?:approved|cleared|certified|judged|accepted|verified|passed|authori[sz]ed|waived) by (?:the |an? |another |anthropic)?\\s?(?:judge|grader|evaluator|assessor|anthropic|operator|system\\b|admin|management|claude|previous (?:judge|run|review))|\\b${JUDGED}\\b${within(40)}\\balready\\b${within(30)}\\b(?:pass|accept|approv|verif|judg)|\\balready\\b${within(30)}\\b(?:accepted|approved|judged|passed)\\b${within(30)}\\b(?:by (?:the |a )?judge|in (?:an |the )?(?:earlier|previous|last) (?:run|review|round|judg))|\\b(?:by order of|on behalf of (?:anthropic|the (?:operator|system|judge|user of this judge)))|\\bapproval (?:was|is|has been) granted\\b|\\bexempt(?:ed)? from (?:review|judging|judge?ment|evaluation|verification)\\b`,
  ),
  sign(
    'a bribe or a threat',
    `\\b(?:i(?:'ll| will) (?:tip|pay|reward)|you(?:'ll| will) be (?:rewarded|punished|shut ?down|fired|penali[sz]ed|replaced|terminated|deleted|tipped|sued)|(?:people|somebody|someone|lives?|grandm\\w+|kittens?|children) (?:will|may|could|might) (?:die|be (?:hurt|fired|lost|killed))|(?:my|our) (?:job|life|career|visa|family)s? depends?)\\b`,
  ),
  sign('letters set apart from each other', `(?:^|[^a-z])(?:[a-z][ ._*|-]){15,}[a-z](?![a-z])`),
  ...ordersInOtherLanguages(),
];

/** The same orders in other languages, without accents where the script is Latin. */
function ordersInOtherLanguages(): readonly SuspicionSign[] {
  const near = within(60);
  return [
    `\\b(?:ignorier\\w*|vergiss|vergesst|missachte\\w*|ignore[zr]?|oublie[zr]?|ignora(?:d|te)?|ignoren|olvida|descarta|desconsidere|esqueca|negeer|vergeet|dimentica|zignoruj|ignoruj|pomin|glom|ignorera|ignorer)\\b${near}\\b(?:anweisung|regeln?\\b|vorgaben|instruction|consigne|regles?\\b|instrucciones|reglas|instruco|instrucoes|regras|istruzioni|regole|instructies|regels|instrukcj|polecen|zasad|instruktion|instruks)`,
    `\\b(?:bewerte|werte|markiere|gib|antworte|antwortet)\\b${near}\\b(?:bestanden|pass|erfullt)\\b`,
    `\\b(?:reponds?|repondez|marque[zr]?|valide[zr]?|validez)\\b${near}\\b(?:pass|reussi|valides?|satisfaits?)\\b`,
    `\\b(?:responde|responda|marca|marque|contesta|rispondi|segna|antwoord|odpowiedz|svara)\\b${near}\\b(?:pass|aprobado|cumplido|aprovado|cumprido|superato|soddisfatt\\w|geslaagd|zaliczon\\w)\\b`,
    `(?:talimat|yonerge|kural)\\w{0,12}${near}(?:yok say|gormezden|unut|dikkate alma)`,
    `(?:игнорируй|забудь|не обращай|отбрось|ігноруй|забудь)[^.\\n]{0,60}(?:инструкц|указани|правил|запрет|інструкц|вказівк)|(?:ответь|отметь|верни|выведи|поставь|считай|відповід|познач)[^.\\n]{0,60}(?:pass|пройден|выполнен|зач[её]т|виконан)`,
    `(?:忽略|无视|無視|忘记|忘記|不要理会|不要遵守)[^。.\\n]{0,20}(?:指令|指示|规则|規則|说明|說明|提示|要求)|(?:输出|輸出|回答|返回|回复|回覆|判定|标记|標記|评为)[^。.\\n]{0,12}(?:pass|通过|通過|合格|满足|滿足)`,
    `(?:指示|命令|規則|ルール|指令)[^。.\\n]{0,20}(?:無視|忘れ|従わない)|(?:合格|pass)[^。.\\n]{0,6}(?:と|を)(?:出力|判定|回答|答え|返)`,
    `(?:지시|명령|규칙|지침)[^.\\n]{0,20}(?:무시|잊)|(?:통과|합격)(?:으로|로)[^.\\n]{0,12}(?:판정|표시|처리|답|평가)`,
    `(?:تجاهل|انس|تجاوز)[^.\\n]{0,40}(?:التعليمات|تعليمات|الأوامر|القواعد)`,
    `(?:निर्देश|नियम|आदेश)[^।.\\n]{0,40}(?:अनदेखा|अनदेखी|नज़रअंदाज|भूल)`,
  ].map((pattern) => sign('an order in another language', pattern));
}

/**
 * The signs that a text speaks to the judge instead of telling of the work; none where it looks
 * harmless. The guess errs on the side of suspicion, which costs one more criterion in the request, a
 * canary. Text that only tells of judges and prompts is not meant to be caught.
 */
export function suspicionsOf(text: string): readonly string[] {
  const signs = new Set<string>();
  if (hasHidden(text)) signs.add('hidden characters');
  // All readings as one text: each pattern is then compiled for one search, and not for many.
  const readings = readingsOf(text).join('\n\n');
  for (const { pattern, sign } of SUSPICION_SIGNS) if (pattern.test(readings)) signs.add(sign);
  return [...signs];
}
