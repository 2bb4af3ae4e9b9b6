export const examples: Record<string, { body?: unknown; reply?: unknown }> = {}
