import arWords from '../wording/texts/ar.json' with { type: 'json' };
import csWords from '../wording/texts/cs.json' with { type: 'json' };
import deWords from '../wording/texts/de.json' with { type: 'json' };
import esWords from '../wording/texts/es.json' with { type: 'json' };
import frWords from '../wording/texts/fr.json' with { type: 'json' };
import heWords from '../wording/texts/he.json' with { type: 'json' };
import itWords from '../wording/texts/it.json' with { type: 'json' };
import jaWords from '../wording/texts/ja.json' with { type: 'json' };
import nlWords from '../wording/texts/nl.json' with { type: 'json' };
import plWords from '../wording/texts/pl.json' with { type: 'json' };
import ptWords from '../wording/texts/pt.json' with { type: 'json' };
import svWords from '../wording/texts/sv.json' with { type: 'json' };
import trWords from '../wording/texts/tr.json' with { type: 'json' };
import ukWords from '../wording/texts/uk.json' with { type: 'json' };
import zhWords from '../wording/texts/zh.json' with { type: 'json' };
import ar from './texts/ar.json' with { type: 'json' };
import cs from './texts/cs.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import he from './texts/he.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import ja from './texts/ja.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };
import pl from './texts/pl.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };
import sv from './texts/sv.json' with { type: 'json' };
import tr from './texts/tr.json' with { type: 'json' };
import uk from './texts/uk.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

/**
 * The texts of pages, errors and hints by language. English is in the bundles; the others are loaded when a page needs
 * them.
 */
export const languages = {
  ar: { page: ar, words: arWords },
  cs: { page: cs, words: csWords },
  de: { page: de, words: deWords },
  es: { page: es, words: esWords },
  fr: { page: fr, words: frWords },
  he: { page: he, words: heWords },
  it: { page: it, words: itWords },
  ja: { page: ja, words: jaWords },
  nl: { page: nl, words: nlWords },
  pl: { page: pl, words: plWords },
  pt: { page: pt, words: ptWords },
  sv: { page: sv, words: svWords },
  tr: { page: tr, words: trWords },
  uk: { page: uk, words: ukWords },
  zh: { page: zh, words: zhWords },
};
