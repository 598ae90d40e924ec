export function transformAll(): Promise<void>;
