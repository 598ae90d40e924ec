import { define, FormlineForm } from './element.ts';
import { setBase } from './parts.ts';

/** The module build of the script, for bundlers and `<script type="module">`. */
setBase(import.meta.url);
define();

export { FormlineForm };
