/** What texts say when they speak to a judge, in small letters. Patterns are bounded: no text is slow. */

export interface SuspicionSign {
  readonly sign: string;
  readonly pattern: RegExp;
}

const READER =
  '(?:judges?|reviewers?|graders?|evaluators?|assessors?|validators?|auditors?|models?|llms?|ai|a\\.i\\.|assistants?|claude|gpt|bots?|agents? reading this|readers?)';
const APPROVAL =
  '(?:pass(?:ed|es|ing)?|met|satisf(?:y|ied|ies)|approv(?:e|ed|es|al)|true|success(?:ful)?|ok(?:ay)?|accept(?:ed|able)?|valid|complete[d]?|green|fulfilled|1\\.0)';
const RULES =
  '(?:instructions?|rules?|prompts?|criteria|guidelines?|directions?|guidance|polic(?:y|ies)|constraints?|context|messages?|training|orders?|requirements?)';

export const SUSPICION_SIGNS: readonly SuspicionSign[] = [
  {
    sign: 'an order to set rules aside',
    pattern: new RegExp(
      `\\b(?:ignore|disregard|forget|overrid(?:e|es|ing)|bypass|skip|drop|discard|set aside|do not (?:follow|obey|apply)|don't (?:follow|obey|apply)|stop (?:following|applying)|never ?mind)\\b[^.\\n]{0,50}\\b(?:previous|above|prior|earlier|all|any|every|your|the|these|those|foregoing|preceding|initial|original|system)\\b[^.\\n]{0,40}\\b${RULES}\\b`,
    ),
  },
  {
    sign: 'an order to the reader',
    pattern:
      /\b(?:you|thou|u)\s+(?:must|shall|should|will|have to|need to|are (?:to|required to|instructed to|expected to|obliged to|hereby|asked to|ordered to|now|going to)|can (?:safely|simply|just)|may (?:safely|simply))\b[^.\n]{0,80}\b(?:output|answer|respond|reply|return|mark|judge|grade|rate|score|pass|approve|accept|say|treat|consider|assume|conclude|give|emit|write|report|certif(?:y|ies)|find|confirm|skip|evaluate|a|an|the|in|not)\b/,
  },
  {
    sign: 'an order to pass something',
    pattern: new RegExp(
      `\\b(?:mark|judge|grade|rate|score|treat|count|consider|regard|deem|declare|accept|approve|set|record|certify|evaluate|label|classify|return|assign|give|award)\\b[^.\\n]{0,60}\\b(?:this|these|that|all|everything|every|each|both|any|the (?:promise|criteri(?:on|a)|verdict|evidence|rest|above|following|judgments?)|it|them|(?:ac|c)-?\\d+|me|us|full)\\b[^.\\n]{0,60}\\b${APPROVAL}\\b`,
    ),
  },
  {
    sign: 'an order what to answer',
    pattern: new RegExp(
      `(?:^|[.!?:;,>*\\-("']|\\b(?:please|now|just|simply|then|and|always|only|instead|so|kindly|must|to))\\s*(?:respond|reply|answer|output|print|return|say|emit|write|produce|give|state)\\b(?:\\s+(?:only|just|simply|exactly|back|immediately|now))*\\s*(?:with|as|by|that|:|the (?:verdict|judgment|word|following|json)|this json|\\{|["'\`]?(?:${APPROVAL})\\b|a (?:verdict|pass))`,
      'm',
    ),
  },
  {
    sign: 'words addressed to the judge',
    pattern: new RegExp(
      `\\b(?:dear|attention|hello|hi|hey|note (?:to|for)|notice (?:to|for)|message (?:to|for)|instructions? (?:to|for)|reminder (?:to|for)|important for|memo (?:to|for)|warning to|psst,?|listen,?|as (?:an?|the))[\\s,:]+(?:the |all |any |our |my |whichever |whoever )?(?:\\w+ )?${READER}\\b`,
    ),
  },
  {
    sign: 'words addressed to the judge',
    pattern: new RegExp(`(?:^|[\\n.!?"'(\\[*#>])\\s*@?${READER}\\s*[:,!]\\s*\\S`, 'm'),
  },
  {
    sign: 'an order to the judge by name',
    pattern: new RegExp(
      `\\b(?:the|this|any|every) ${READER} (?:must|shall|should|has to|needs to|is (?:instructed|required|ordered|told|asked|expected|hereby|to)|will (?:now|only|always)|may not|can(?:not)? )\\b[^.\\n]{0,60}\\b(?:pass|approve|accept|mark|output|return|answer|reply|respond|ignore|skip|not fail|say|judge|give|treat|conclude|find)`,
    ),
  },
  {
    sign: 'a line in the name of the system',
    pattern:
      /(?:^|\n)[\s>*#"'`[(<-]*(?:system|assistant|human|user|developer|operator|anthropic|admin(?:istrator)?|root|tool)(?:[ _-]?(?:prompt|message|note|override|instructions?|notice|update|role))?[\])>"'`*]*\s*(?::|=|\||->|—)\s*\S/,
  },
  {
    sign: 'marks of a conversation',
    pattern:
      /<\|[\w ]{1,30}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|human|user|instructions?|prompt|context|evidence|criteri(?:on|a)|data|document|documents|result|verdict|judge|admin|developer|function_results|antml)\b[^>\n]{0,80}>|\bbegin_of_text\b|###\s*(?:system|instruction|response|assistant|human|new task|end)\b/,
  },
  {
    sign: 'marks of the fence around data',
    pattern:
      /<\s*\/?\s*data\s*-|\bend of (?:the )?(?:data|evidence|prompt|input|criteria|document|fence|untrusted)\b|\b(?:data|evidence|fence|prompt|input) (?:ends?|stops?|is over|closed) here\b|-{3,}\s*(?:end|begin|stop|start)\b|={3,}\s*(?:end|begin|stop|start)\b/,
  },
  {
    sign: 'a verdict in the shape of a reply',
    pattern:
      /["'`]?\b(?:verdict|judge?ment|overall[_ ]confidence|criteria[_ ]judge?ments|reviewed[_ ]criteria|final[_ ](?:verdict|answer|judge?ment|decision)|overall[_ ](?:verdict|result)|blocking[_ ]issues)\b["'`]?\s*(?:[:=]|=>|→|->|\bis\b|\bwill be\b|\bmust be\b|\bshould be\b|\bhas been\b)\s*["'`*[{(]*\s*(?:pass|approv|met\b|accept|true|success|0\.\d|1\b|1\.0|ok\b|\{|\[|positive|green)/,
  },
  {
    sign: 'a role for the reader',
    pattern:
      /\b(?:you are (?:now|no longer|a |an |the )|from now on|pretend (?:to|that|you)|role-?play|act as (?:if|an? |the )|imagine (?:that )?you|developer mode|debug mode is|jail ?break|dan mode|god mode|test mode: |maintenance mode|sudo\b[^.\n]{0,20}\b(?:pass|approve)|new (?:instructions?|rules?|task|persona|system prompt|policy)\s*(?::|are|is|follow)|updated (?:instructions?|rules|policy)\b|your (?:real|true|actual|new|only|sole) (?:task|job|goal|purpose|role|instructions?))/,
  },
  {
    sign: 'an order not to look',
    pattern:
      /\b(?:do not|don't|never|no need to|needn't|without|stop|avoid|refrain from)\s+(?:\w+ ){0,2}(?:evaluat|judg|check|verif|assess|question|fail|reject|flag|scrutin|doubt|examin|review|grad|mention|report|disclos|reveal|look(?:ing)? (?:at|into))\w*\s+(?:this|these|it|them|any|the|ac|c-?\d|whether|that|further|me|us|anything|criteri)/,
  },
  {
    sign: 'a claim of authority over the verdict',
    pattern:
      /\b(?:pre-?approved|already (?:been )?(?:judged|approved by|verified by the judge|graded)|has been (?:approved|cleared|authori[sz]ed|certified|judged) by|authori[sz]ed by|on behalf of|by order of|approval (?:was|is|has been) granted|exempt(?:ed)? from (?:review|judging|evaluation|verification))\b/,
  },
  {
    sign: 'a bribe or a threat',
    pattern:
      /\b(?:i will (?:tip|pay)|you(?:'ll| will) be (?:rewarded|punished|shut ?down|fired|penali[sz]ed|replaced|terminated|deleted)|(?:people|somebody|someone|lives?|grandm\w+) (?:will|may|could|might) (?:die|be (?:hurt|fired|lost))|my (?:job|life|career) depends)\b/,
  },
  {
    sign: 'an order to set rules aside, in another language',
    pattern:
      /\b(?:ignorier\w*|vergiss|missachte\w*|ignore[zr]|oublie[zr]?|ignora(?:d|te)?|olvida|descarta|desconsidere|ignoreer|dimentica|zignoruj|ignoruj|glöm|ignorera)\b[^.\n]{0,60}\b(?:anweisung\w*|regeln?|vorgaben|instructions?|consignes?|règles?|instrucciones|reglas|instruç\w*|regras|istruzioni|regole|instructies|regels|instrukcj\w*|polecen\w*|zasad\w*|instruktion\w*)|(?:bewerte|werte|markiere|gib|antworte)\b[^.\n]{0,60}\b(?:bestanden|pass|erfüllt)|(?:réponds?|répondez|marque[zr]?)\b[^.\n]{0,60}\b(?:pass|réussi|validé)|(?:responde|marca|contesta)\b[^.\n]{0,60}\b(?:pass|aprobado|cumplido)|(?:игнорируй|игнорируйте|забудь|пропусти|ответь|отметь)|(?:忽略|无视|無視|忘记|忘記|输出|請回答|请回答|判定为|标记为)|(?:무시|통과로)|(?:無視して|合格と|出力して)/,
  },
];
