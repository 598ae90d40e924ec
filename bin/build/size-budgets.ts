const kilobyte = 1024;

/**
 * The maximum size of a bundle in KB, because a cold start reads and compiles all of it. The SDK and the logger take
 * 195. Sessions (in cookies, by providers and in records) take 14, and limits 3. The messages of refusals, with what a
 * schema asks for and "did you mean", take 6. What limits and names the calls of AWS takes 2, and the names of browsers
 * for the audit trail 1.
 */
export const budgetKb = 281;
/** The checks of forms and answers. re2js, the linear-time engine for customers' patterns, is beside the bundle. */
const rulesKb = 21;
/** Conditions and formulas: their checks when a form is saved, and their evaluation. */
const logicKb = 10;
/** The texts of a form in other languages, each named in its validator. */
const textsKb = 30;
/** The schema of a form's theme, with its images and their checks, and its contrasts. */
const themeKb = 18;
/** The schemas of welcome and end pages and privacy notices, also of their texts in other languages, and their rules. */
const endsKb = 30;
/** The KMS client, which seals and opens the secrets of webhooks, integrations and authenticators. */
const keysKb = 35;
/**
 * The S3 client, which signs the URLs of files and deletes files, plus their buckets and malware scans. It doesn't
 * count where it is imported as a part.
 */
const filesKb = 170;
/** The compiled schema of a field with all properties, and the rules between them and the settings of a form. */
const fieldRulesKb = 54;
/** The captchas and tickets of forms. The code that calls the providers is beside the bundle. */
const spamKb = 8;
/** The format of an answer to each field type. */
const answersKb = 8;
/** The columns of a field, and the table of types for them. */
const columnsKb = 4;
/** The thirty built-in templates. */
const templatesKb = 36;
/** Lists with totals, deep offsets and statuses by counters, which are packed. */
const timedListKb = 10;
/** Sealing, opening and concealing answers. The KMS client is beside the bundle. */
const sealedKb = 4;
/** Answers in buckets of owners: reading them, and taking them back for a change. The S3 client is beside the bundle. */
const ownersKb = 4;
/** The code that records how answers are summed up and which limited options they choose, in KB. */
const kindsKb = 4;
/** The code that takes places in options, in KB. */
const placesKb = 5;
/** Passwords, guessing limits, and the conditions of an account change. */
const accountsKb = 10;

/** A form's automatic reply, its rules and schema, and the policies that calculated fields inherit. */
const repliesKb = 11;
/** Mails: their markup and texts. */
const mailsKb = 15;

/** Pages: their markup, style sheet and texts in 16 languages. */
const pagesKb = 36;

/** Drafts and versions: comparing and merging forms. */
const versionsKb = 4;
/** What every function has that checks a form. */
const formKb = budgetKb + rulesKb + fieldRulesKb + logicKb + textsKb + themeKb + endsKb;
const updateFormKb = formKb + spamKb + keysKb + repliesKb + versionsKb + 23;
/** The images of a copied form or of a template. The S3 client is beside the bundle. */
const imagesKb = 3;
/** Privacy notices in 16 languages. */
const privacyKb = 6;

const exceptionsKb: Readonly<Record<string, number>> = {
  'create-form': formKb + spamKb + keysKb + templatesKb + repliesKb + 5 + imagesKb,
  'update-form': updateFormKb,
  // Includes the draft.
  'publish-version': updateFormKb + 4,
  // Includes the compiled schema of fields.
  'update-draft-version': budgetKb + textsKb + themeKb + endsKb + 34,
  // Few parts besides the built-in templates.
  'get-template': budgetKb + 14,
  'list-templates': budgetKb + 14,
  'delete-template': budgetKb + 14 + imagesKb,
  'create-template': formKb + spamKb + templatesKb + imagesKb,
  'update-template': formKb + spamKb + templatesKb + 3 + imagesKb,
  // Includes the formats of other services. The HTML parser is a part.
  'import-form': formKb + keysKb + templatesKb + 44 + imagesKb,
  // Includes answers without a field, proofs of consent, the place limits of a form, and the data of HTML forms.
  'create-submission': budgetKb + rulesKb + answersKb + logicKb + sealedKb + spamKb + 28 + ownersKb,
  // Includes the CSV parser.
  'import-responses': budgetKb + kindsKb + rulesKb + answersKb + logicKb + sealedKb + 24,
  // Includes the filters of lists, and the merge patch of a record.
  'create-view': budgetKb + 4,
  'update-view': budgetKb + 6,
  // Includes restrictions, which hide exports.
  'update-response': budgetKb + rulesKb + answersKb + logicKb + sealedKb + placesKb + 7 + 8,
  // Includes what an update and a deletion of one response do.
  'change-responses': budgetKb + rulesKb + answersKb + logicKb + sealedKb + placesKb + 7,
  'delete-response': budgetKb + ownersKb,
  'resume-draft': budgetKb + ownersKb,
  'get-delivery': budgetKb + ownersKb,
  'get-response-timeline': budgetKb + ownersKb,
  'keep-draft': budgetKb + ownersKb,
  'get-draft': budgetKb + ownersKb,
  'get-response': budgetKb + ownersKb,
  'add-member': budgetKb + accountsKb,
  // Includes the second-factor code that confirms a new address.
  'update-user': budgetKb + accountsKb + keysKb,
  // Includes passwords, and what a login without a second factor starts.
  login: budgetKb + 2,
  'begin-two-factor': budgetKb + keysKb,
  'enable-two-factor': budgetKb + keysKb,
  'disable-two-factor': budgetKb + keysKb,
  'renew-recovery-codes': budgetKb + keysKb,
  'login-with-code': budgetKb + keysKb,
  'sign-upload': budgetKb + filesKb,
  'get-file': budgetKb + filesKb,
  'sign-image': budgetKb + filesKb,
  'keep-image': budgetKb + filesKb,
  'get-image': budgetKb + filesKb,
  // Includes the root page.
  'get-home': budgetKb + 6,
  // Includes the OpenID Connect client, JWTs, and what a new account needs.
  'begin-single-sign-on': budgetKb + keysKb + accountsKb + 75,
  'get-public-form': budgetKb + privacyKb,
  'get-hosted-page': budgetKb + pagesKb + privacyKb,
  // Includes the submission and its uploads.
  'submit-hosted-page':
    budgetKb + rulesKb + answersKb + logicKb + sealedKb + filesKb + pagesKb + privacyKb + spamKb + 40 + ownersKb,
  'list-archives': budgetKb + filesKb,
  // Includes the search for fields that name a person.
  'search-data-subject': budgetKb + 10,
  'export-data-subject': budgetKb + 15,
  'erase-data-subject': budgetKb + 18,
  'get-data-subject-request': budgetKb + filesKb,
  'list-data-subject-files': budgetKb + filesKb,
  // Includes archive packing, data subject requests with the receivers of responses, mail texts in two languages, and
  // the CSV writer. The Parquet writer and the page about a person are parts.
  'run-job': budgetKb + kindsKb + filesKb + 42 + timedListKb + 86,
  // Includes the rules of addresses, sealed answers, and the checks of mailboxes.
  'create-reply': budgetKb + rulesKb + sealedKb + 12,
  // Includes the columns that can be selected, the schema of all filters, and the views of a form.
  'create-export': budgetKb + kindsKb + timedListKb + columnsKb + sealedKb + 18 + ownersKb,
  'list-export-files': budgetKb + filesKb,
  // Includes the fan-out of events and the queuing of due work.
  'dispatch-events': budgetKb + 5,
  // Includes the clients of integrations, with JWTs.
  'deliver-event': budgetKb + keysKb + 49 + mailsKb + ownersKb,
  // Include the rules of recipients, and the keyed hashes of addresses that get no mails.
  'create-integration': budgetKb + keysKb + 14,
  'update-integration': budgetKb + keysKb + 16,
  'follow-mail-link': budgetKb + 8,
  'create-webhook': budgetKb + keysKb,
  'update-webhook': budgetKb + keysKb,
  'rotate-webhook-secret': budgetKb + keysKb,
  'list-deliveries': budgetKb + timedListKb,
  'list-integration-deliveries': budgetKb + timedListKb,
  // Includes the CSV writer.
  'export-form-analytics': budgetKb + 20,
  'get-field-analytics': budgetKb + columnsKb,
  // Includes what answers are summed up by, and the CSV writer.
  'get-summary': budgetKb + 18 + ownersKb,
  // Includes the CSV writer, the export options for analysts, the order of changes, the audit of reading, and the form.
  'list-responses': budgetKb + timedListKb + columnsKb + 35 + sealedKb + ownersKb,
};

/** The maximum uncompressed size of a browser file in KB, by path or by folder. Abuse costs money for each of them. */
export const webBudgetsKb: Readonly<Record<string, number>> = {
  'docs.html': 824,
  'openapi.json': 553,
  'embed.js': 40,
  'embed.mjs': 77,
  'embed/': 40,
  'assets/': 40,
  'app/': 160,
};

/** Returns one line for each browser file that exceeds its budget or has none. */
export const webBudgetFaults = (sizeBytes: ReadonlyMap<string, number>): string[] =>
  [...sizeBytes].flatMap(([path, bytes]) => {
    const budget = webBudgetsKb[path] ?? webBudgetsKb[path.replace(/[^/]*$/, '')];
    if (budget === undefined) return [`${path} has no budget: give it one in webBudgetsKb.`];
    return bytes > budget * kilobyte
      ? [`${path} is ${kilobytes(bytes)} KB, more than its budget of ${budget} KB.`]
      : [];
  });

/** Returns a line for each bundle, largest first. */
export function sizeReport(sizeBytes: ReadonlyMap<string, number>): string[] {
  return [...sizeBytes]
    .sort(([a, aBytes], [b, bBytes]) => bBytes - aBytes || a.localeCompare(b))
    .map(([name, bytes]) => `${kilobytes(bytes).padStart(7)} KB  ${name}`);
}

/** Returns one line for each bundle that exceeds its budget. */
export function budgetFaults(sizeBytes: ReadonlyMap<string, number>): string[] {
  return [...sizeBytes].flatMap(([name, bytes]) => {
    const budget = exceptionsKb[name] ?? budgetKb;
    return bytes > budget * kilobyte
      ? [`${name} is ${kilobytes(bytes)} KB, more than its budget of ${budget} KB: see what it imports.`]
      : [];
  });
}

function kilobytes(bytes: number): string {
  return (bytes / kilobyte).toFixed(1);
}
