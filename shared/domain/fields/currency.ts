/** Whether a text is a currency of ISO 4217, such as `EUR`. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/** Returns how many decimal places the amounts of a currency have: 2 of `EUR`, none of `JPY`. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Returns an amount as people write it: "€12.50". */
export const formatAmount = (
  amount: number,
  currency: string,
  lang?: string,
  options?: Pick<Intl.NumberFormatOptions, 'trailingZeroDisplay'>,
): string => new Intl.NumberFormat(lang, { style: 'currency', currency, ...options }).format(amount);
