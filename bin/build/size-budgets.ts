const kilobyte = 1024;

/**
 * KB that a bundle may have: what it holds is read and compiled at each cold start. The SDK and the logger take 195,
 * sessions, in cookies, by providers and about a record, 14, limits 3, the words in which refusals say what a schema asks for 4, and what
 * bounds and names the calls of AWS 2.
 */
export const budgetKb = 276;
/** What forms and answers are checked by; re2js, the linear-time engine for the customer's patterns, lies beside the bundle. */
const rulesKb = 20;
/** Conditions and formulas: their checks when a form is saved, and what they come to. */
const logicKb = 10;
/** The texts of a form in other languages, as its validator names each of them. */
const textsKb = 30;
/** The client of KMS, which seals and opens the secrets of webhooks, integrations and authenticators. */
const keysKb = 35;
/** The client of S3, which signs the URLs of files and deletes them, in which bucket they lie, and whether
 * they were scanned; where it is imported as a part, it does not count. */
const filesKb = 170;
/** The schema of a field with all properties, compiled, and the rules between them. */
const fieldRulesKb = 50;
/** The captchas and tickets of forms; what asks the providers lies beside the bundle. */
const spamKb = 8;
/** What an answer to a field of each type is. */
const answersKb = 8;
/** Which columns a field has, and the table of types for it. */
const columnsKb = 3;
/** The built-in templates. */
const templatesKb = 19;
/** Lists with totals, deep offsets and statuses by the counters, which are packed. */
const timedListKb = 10;
/** Sealing answers, opening and concealing them; the client of KMS lies beside the bundle. */
const sealedKb = 4;
/** Passwords, the attempts to guess them, and what a change of an account has to hold. */
const accountsKb = 10;

/** The automatic reply of a form: its rules, and its schema; and the policies that calculated fields take over. */
const repliesKb = 11;
/** Mails: their markup, and what they say. */
const mailsKb = 15;

/** Pages: their markup, and what they say in eight languages. */
const pagesKb = 30;

const exceptionsKb: Readonly<Record<string, number>> = {
  'create-form': budgetKb + rulesKb + fieldRulesKb + spamKb + logicKb + textsKb + keysKb + templatesKb + repliesKb + 2,
  'update-form': budgetKb + rulesKb + fieldRulesKb + spamKb + logicKb + textsKb + keysKb + 17 + repliesKb,
  'create-template': budgetKb + rulesKb + fieldRulesKb + spamKb + logicKb + textsKb + templatesKb,
  'update-template': budgetKb + rulesKb + fieldRulesKb + spamKb + logicKb + textsKb + templatesKb,
  // With what other services write; the parser of HTML is a part.
  'import-form': budgetKb + rulesKb + fieldRulesKb + logicKb + textsKb + keysKb + templatesKb + 40,
  // With the answers that a form has no field for, and the places of one that has so many.
  'create-submission': budgetKb + rulesKb + answersKb + logicKb + sealedKb + spamKb + 10,
  // With the CSV parser.
  'import-responses': budgetKb + rulesKb + answersKb + logicKb + sealedKb + 24,
  'update-response': budgetKb + rulesKb + answersKb + logicKb + sealedKb,
  'add-member': budgetKb + accountsKb,
  // A code of the second factor confirms another address.
  'update-user': budgetKb + accountsKb + keysKb,
  // With passwords, and what a login without a second factor begins.
  login: budgetKb + 2,
  'begin-two-factor': budgetKb + keysKb,
  'enable-two-factor': budgetKb + keysKb,
  'disable-two-factor': budgetKb + keysKb,
  'renew-recovery-codes': budgetKb + keysKb,
  'login-with-code': budgetKb + keysKb,
  'sign-upload': budgetKb + filesKb,
  'get-file': budgetKb + filesKb,
  // With the page at the root.
  'get-home': budgetKb + 6,
  // With the client of OpenID Connect, JWTs, and what a new account takes.
  'begin-single-sign-on': budgetKb + keysKb + accountsKb + 75,
  'get-hosted-page': budgetKb + pagesKb,
  // With the submission and the uploads that it carries out.
  'submit-hosted-page': budgetKb + rulesKb + answersKb + logicKb + sealedKb + filesKb + pagesKb + spamKb + 20,
  'list-archives': budgetKb + filesKb,
  'get-data-subject-request': budgetKb + filesKb,
  'list-data-subject-files': budgetKb + filesKb,
  // With the packing of archives, what requests about data subjects take, what mails say in two languages, and the CSV writer;
  // that of Parquet is a part.
  'run-job': budgetKb + filesKb + 42 + timedListKb + 25,
  // With the columns that may be asked for.
  'create-export': budgetKb + timedListKb + columnsKb + sealedKb + 10,
  'list-export-files': budgetKb + filesKb,
  // With the fan-out of events, and the queuing of due work.
  'dispatch-events': budgetKb + 5,
  // With what the services of integrations are spoken to in, JWTs among it.
  'deliver-event': budgetKb + keysKb + 45 + mailsKb,
  'create-integration': budgetKb + keysKb + 12,
  'update-integration': budgetKb + keysKb + 12,
  'follow-mail-link': budgetKb + 8,
  'create-webhook': budgetKb + keysKb,
  'update-webhook': budgetKb + keysKb,
  'rotate-webhook-secret': budgetKb + keysKb,
  'list-deliveries': budgetKb + timedListKb,
  'list-integration-deliveries': budgetKb + timedListKb,
  // With the CSV writer.
  'export-form-analytics': budgetKb + 20,
  'get-field-analytics': budgetKb + columnsKb,
  // With the CSV writer, what analysts choose of an export, and the order of changes.
  'list-responses': budgetKb + timedListKb + columnsKb + 30 + sealedKb,
};

/** KB that a file for browsers may have, not compressed: by its path, or by the folder that it is in. Abuse pays for each of them. */
export const webBudgetsKb: Readonly<Record<string, number>> = {
  'docs.html': 768,
  'openapi.json': 512,
  'embed.js': 40,
  'embed.mjs': 64,
  'embed/': 40,
  'assets/': 40,
  'app/': 160,
};

/** What is wrong with the files for browsers: one line for each over its budget, or without one. */
export const webBudgetFaults = (sizeBytes: ReadonlyMap<string, number>): string[] =>
  [...sizeBytes].flatMap(([path, bytes]) => {
    const budget = webBudgetsKb[path] ?? webBudgetsKb[path.replace(/[^/]*$/, '')];
    if (budget === undefined) return [`${path} has no budget: give it one in webBudgetsKb.`];
    return bytes > budget * kilobyte
      ? [`${path} is ${kilobytes(bytes)} KB, more than its budget of ${budget} KB.`]
      : [];
  });

/** A line for each bundle, the largest first. */
export function sizeReport(sizeBytes: ReadonlyMap<string, number>): string[] {
  return [...sizeBytes]
    .sort(([a, aBytes], [b, bBytes]) => bBytes - aBytes || a.localeCompare(b))
    .map(([name, bytes]) => `${kilobytes(bytes).padStart(7)} KB  ${name}`);
}

/** What is wrong with the sizes: one line for each bundle over its budget. */
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
