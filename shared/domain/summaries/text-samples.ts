/** An answer that is shown unchanged. */
export type SampledAnswer = { readonly responseId: string; readonly submittedAt: string; readonly answer: string };

/** The number of answers, and of words, shown for a field. */
const latestMax = 5;
const wordsMax = 20;
/** The minimum number of occurrences of a word. A word that occurs once says nothing. */
const occurrencesMin = 2;

/** Words that say little, of the languages that forms have texts in. */
const commonWords = new Set(
  [
    'the and for that this with you your was are but not have has had from they them their would could should will can just about very more what when which there been were our its than then also too all any some out get got one how who him her his she she’s it’s don’t i’m',
    'der die das und ist nicht mit ein eine einen einem einer auf für von dem den des sich auch war sehr wir sie ich aber oder wie zum zur bei als nur noch mehr haben habe hat sind wird werden kann mir mich uns man was dass schon wenn alles immer gut',
    'les des une est pas pour que qui dans sur avec plus par mais vous nous son ses sont ont été cette très tout bien',
    'los las una por con para que del como más pero sus está muy todo este esta son fue hay',
    'che non una per con del della sono più anche come questo questa molto tutto gli nel alla',
    'het een van niet met voor dat zijn aan ook maar heel meer deze naar door wel dan',
    'não uma com para que por mais mas dos das muito como foi são está tudo',
    'nie jest się jak ale czy dla tak tylko bardzo było przez',
  ].flatMap(words => words.split(' ')),
);

/** Returns the most frequent words in these texts. Each text counts a word once. */
function frequentWords(texts: readonly string[], language = 'en'): { word: string; count: number }[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(wordsOf(text, segmenter))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return mostFrequent(counts).map(([word, count]) => ({ word, count }));
}

function wordsOf(text: string, segmenter: Intl.Segmenter): string[] {
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLocaleLowerCase())
    .filter(word => isLong(word) && !commonWords.has(word) && !/^\d+$/.test(word));
}

/** Whether a word may mean something by its length: two signs of Chinese, Japanese or Korean do. */
const isLong = (word: string): boolean =>
  word.length > 2 || /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]{2}$/u.test(word);

const mostFrequent = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts]
    .filter(([, count]) => count >= occurrencesMin)
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .slice(0, wordsMax);

/** Returns the part of a sample of texts that a summary shows, newest first. */
export function textSample(
  answers: readonly SampledAnswer[],
  { prose, language }: { prose: boolean; language?: string },
) {
  const words = prose
    ? frequentWords(
        answers.map(({ answer }) => answer),
        language,
      )
    : [];
  const latest = answers
    .slice(0, latestMax)
    .map(({ responseId, submittedAt, answer }) => ({ responseId, submittedAt, answer }));
  return { answers: answers.length, latest, words };
}
