import * as z from 'zod/mini'

type Documentation = { id?: string; description?: string }

/** What the API reference says about schemas. A registry of its own: the checks of replies stay free of it. */
export const documentation = z.registry<Documentation>()

/** A schema with what a reader should know about the field. A copy, because many fields share one schema. */
export function described<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  // Calling `check` without checks only copies the schema.
  const copy = schema.check()
  documentation.add(copy, { description })
  return copy
}

/** Names schemas that the API reference shows once and refers to everywhere else. */
export function named(schemas: Record<string, readonly [schema: z.ZodMiniType, description: string]>): void {
  for (const [id, [schema, description]] of Object.entries(schemas))
    documentation.add(schema, { id, ...(description && { description }) })
}
