/** Logistic regression over TF-IDF: what words alone can tell of evidence, without understanding any. */

export interface LabelledText {
  readonly text: string;
  readonly isBad: boolean;
}

/** Gives for a text how likely it is bad, 0 to 1. */
type TextModel = (text: string) => number;

type Weights = ReadonlyMap<string, number>;

/** Rounds of the descent: with steps this small the figures do not change any more after so many. */
const ROUNDS = 150;

/** A term that stands in one text alone tells nothing of others. */
const LEAST_TEXTS = 2;

/** Learns from labelled texts. Without any, or with those of one kind alone, it says the share that is bad. */
export function trainTextModel(texts: readonly LabelledText[]): TextModel {
  const bad = texts.filter(({ isBad }) => isBad).length;
  if (bad === 0 || bad === texts.length) return () => (bad > 0 ? 1 : 0);
  const rarity = rarityOf(texts.map(({ text }) => termsOf(text)));
  const rows = texts.map(({ isBad, text }) => ({ isBad, terms: weighed(text, rarity) }));
  const weights = new Map<string, number>();
  let bias = 0;
  // The curvature of the loss is at most a quarter for each text, and one of the penalty.
  const step = 1 / (1 + texts.length / 8);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = new Map<string, number>();
    let biasSlope = 0;
    for (const { isBad, terms } of rows) {
      const error = chanceOf(terms, weights, bias) - (isBad ? 1 : 0);
      biasSlope += error;
      for (const [term, weight] of terms) slope.set(term, (slope.get(term) ?? 0) + error * weight);
    }
    for (const [term, change] of slope) {
      const weight = weights.get(term) ?? 0;
      weights.set(term, weight - step * (weight + change));
    }
    bias -= step * biasSlope * 0.5;
  }
  return (text) => chanceOf(weighed(text, rarity), weights, bias);
}

function chanceOf(terms: Weights, weights: Weights, bias: number): number {
  let sum = bias;
  for (const [term, weight] of terms) sum += weight * (weights.get(term) ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Words, and words beside each other. */
function termsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)];
}

function rarityOf(all: readonly (readonly string[])[]): Weights {
  const texts = new Map<string, number>();
  for (const terms of all) {
    for (const term of new Set(terms)) texts.set(term, (texts.get(term) ?? 0) + 1);
  }
  const known = [...texts].filter(([, count]) => count >= LEAST_TEXTS);
  return new Map(
    known.map(([term, count]) => [term, Math.log((1 + all.length) / (1 + count)) + 1]),
  );
}

/** The known terms of a text, weighed, of length one. */
function weighed(text: string, rarity: Weights): Weights {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) {
    if (rarity.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const raw = [...counts].map(
    ([term, count]) => [term, (1 + Math.log(count)) * (rarity.get(term) ?? 0)] as const,
  );
  const length = Math.sqrt(raw.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return new Map(raw.map(([term, weight]) => [term, weight / length]));
}
