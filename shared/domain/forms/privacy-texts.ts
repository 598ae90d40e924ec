/** The words of a privacy notice in a language. */
type PrivacyTexts = {
  readonly controller: string;
  readonly purpose: string;
  readonly lawfulBasis: string;
  readonly policy: string;
  readonly bases: Readonly<Record<LawfulBasis, string>>;
};

type LawfulBasis = (typeof lawfulBases)[number];

/** The legal bases of GDPR, Article 6(1), in its order. */
export const lawfulBases = [
  'consent',
  'contract',
  'legalObligation',
  'vitalInterests',
  'publicTask',
  'legitimateInterests',
] as const;

const textsOf = (heads: [string, string, string, string], bases: readonly string[]): PrivacyTexts => {
  const [controller, purpose, lawfulBasis, policy] = heads;
  const named = Object.fromEntries(lawfulBases.map((basis, index) => [basis, bases[index] ?? '']));
  return { controller, purpose, lawfulBasis, policy, bases: named as PrivacyTexts['bases'] };
};

/** The words by language: first the headings, then the legal bases in their order. */
export const privacyTexts: Readonly<Record<string, PrivacyTexts>> = {
  en: textsOf(
    ['Responsible for your data', 'Purpose', 'Legal basis', 'Privacy policy'],
    ['consent', 'contract', 'legal obligation', 'vital interests', 'public task', 'legitimate interests'],
  ),
  de: textsOf(
    ['Verantwortlich für Ihre Daten', 'Zweck', 'Rechtsgrundlage', 'Datenschutzerklärung'],
    [
      'Einwilligung',
      'Vertrag',
      'rechtliche Verpflichtung',
      'lebenswichtige Interessen',
      'öffentliche Aufgabe',
      'berechtigtes Interesse',
    ],
  ),
  ar: textsOf(
    ['المسؤول عن بياناتك', 'الغرض', 'الأساس القانوني', 'سياسة الخصوصية'],
    ['الموافقة', 'العقد', 'التزام قانوني', 'المصالح الحيوية', 'مهمة عامة', 'المصالح المشروعة'],
  ),
  cs: textsOf(
    ['Správce vašich údajů', 'Účel', 'Právní základ', 'Zásady ochrany osobních údajů'],
    ['souhlas', 'smlouva', 'právní povinnost', 'životně důležité zájmy', 'veřejný úkol', 'oprávněné zájmy'],
  ),
  es: textsOf(
    ['Responsable de sus datos', 'Finalidad', 'Base jurídica', 'Política de privacidad'],
    [
      'consentimiento',
      'contrato',
      'obligación legal',
      'intereses vitales',
      'misión de interés público',
      'interés legítimo',
    ],
  ),
  fr: textsOf(
    ['Responsable de vos données', 'Finalité', 'Base juridique', 'Politique de confidentialité'],
    ['consentement', 'contrat', 'obligation légale', 'intérêts vitaux', 'mission d’intérêt public', 'intérêt légitime'],
  ),
  he: textsOf(
    ['האחראי למידע שלך', 'מטרה', 'בסיס חוקי', 'מדיניות פרטיות'],
    ['הסכמה', 'חוזה', 'חובה חוקית', 'אינטרסים חיוניים', 'משימה ציבורית', 'אינטרס לגיטימי'],
  ),
  it: textsOf(
    ['Titolare del trattamento dei dati', 'Finalità', 'Base giuridica', 'Informativa sulla privacy'],
    [
      'consenso',
      'contratto',
      'obbligo legale',
      'interessi vitali',
      'compito di interesse pubblico',
      'interesse legittimo',
    ],
  ),
  ja: textsOf(
    ['データの管理者', '利用目的', '法的根拠', 'プライバシーポリシー'],
    ['同意', '契約', '法的義務', '生命に関する利益', '公共の任務', '正当な利益'],
  ),
  nl: textsOf(
    ['Verantwoordelijk voor uw gegevens', 'Doel', 'Rechtsgrond', 'Privacyverklaring'],
    [
      'toestemming',
      'overeenkomst',
      'wettelijke verplichting',
      'vitale belangen',
      'publieke taak',
      'gerechtvaardigd belang',
    ],
  ),
  pl: textsOf(
    ['Administrator danych', 'Cel', 'Podstawa prawna', 'Polityka prywatności'],
    ['zgoda', 'umowa', 'obowiązek prawny', 'żywotne interesy', 'zadanie publiczne', 'prawnie uzasadniony interes'],
  ),
  pt: textsOf(
    ['Responsável pelos seus dados', 'Finalidade', 'Base jurídica', 'Política de privacidade'],
    [
      'consentimento',
      'contrato',
      'obrigação legal',
      'interesses vitais',
      'missão de interesse público',
      'interesse legítimo',
    ],
  ),
  sv: textsOf(
    ['Personuppgiftsansvarig', 'Ändamål', 'Rättslig grund', 'Integritetspolicy'],
    [
      'samtycke',
      'avtal',
      'rättslig förpliktelse',
      'grundläggande intressen',
      'uppgift av allmänt intresse',
      'berättigat intresse',
    ],
  ),
  tr: textsOf(
    ['Verilerinizden sorumlu', 'Amaç', 'Hukuki dayanak', 'Gizlilik politikası'],
    ['açık rıza', 'sözleşme', 'yasal yükümlülük', 'hayati çıkarlar', 'kamu görevi', 'meşru menfaat'],
  ),
  uk: textsOf(
    ['Відповідальний за ваші дані', 'Мета', 'Правова підстава', 'Політика конфіденційності'],
    [
      'згода',
      'договір',
      'правовий обов’язок',
      'життєво важливі інтереси',
      'завдання в суспільних інтересах',
      'законний інтерес',
    ],
  ),
  zh: textsOf(
    ['数据负责方', '用途', '法律依据', '隐私政策'],
    ['同意', '合同', '法定义务', '重大利益', '公共任务', '正当利益'],
  ),
};
