import { Ajv } from 'ajv'
import * as z from 'zod/mini'

const ajv = new Ajv({
  // Otherwise NaN would pass as a number, which JSON cannot hold.
  strictNumbers: true,
  // Real fractions of a cent are off by far more; whole cents as a float, divided by 0.01, are off by far less.
  multipleOfPrecision: 6,
  // The contract's schema has an equivalent pattern for each format.
  validateFormats: false,
  allowUnionTypes: true,
  // Zod generates valid schemas, so the first reply of a process does not wait for their validation or for optimised
  // code.
  meta: false,
  validateSchema: false,
  code: { optimize: false },
})

/**
 * Writes replies of one schema as JSON, with the fields of the schema and nothing else. Most replies match the schema
 * exactly; a validator compiled from its JSON schema finds that out in a tenth of the time that zod takes to rebuild
 * the reply. Every other reply goes through zod, which drops unknown fields and throws for invalid values.
 */
export function replyWriter(schema: z.ZodMiniType): (value: unknown) => string {
  let isExact: ((value: unknown) => boolean) | undefined
  return (value) => {
    // Compiled with the first reply, so that processes start faster.
    isExact ??= ajv.compile(jsonSchemaOf(schema))
    return JSON.stringify(isExact(value) ? value : schema.parse(value))
  }
}

export function jsonSchemaOf(schema: z.ZodMiniType) {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override({ zodSchema: { _zod: zod }, jsonSchema }) {
      // A schema that changes its value, such as `trim`, is left to zod: nothing matches `not: {}`.
      if (zod.def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite')) jsonSchema.not = {}
    },
  })
}
