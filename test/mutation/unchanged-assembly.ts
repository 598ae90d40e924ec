/** What is changed is not deployed: with what tells its mutants apart, its bundles would exceed their budgets. */
export const prepareAssembly = async (): Promise<string | undefined> => process.env.UNCHANGED_ASSEMBLY;
