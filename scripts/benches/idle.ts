export async function idle(): Promise<void> {}
