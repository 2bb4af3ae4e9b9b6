import { Ajv } from 'ajv'
import * as z from 'zod/mini'

const ajv = new Ajv({
  // Not even NaN is a number that JSON can hold.
  strictNumbers: true,
  // Shares of a cent are off by far more; divided by 0.01, a float that stands for whole cents is off by far less.
  multipleOfPrecision: 6,
  // The contract's schema has a pattern for each format, which says the same.
  validateFormats: false,
  allowUnionTypes: true,
  // What zod generates is valid; the first reply of a process should not wait for proof, nor for shorter code.
  meta: false,
  validateSchema: false,
  code: { optimize: false },
})

/**
 * Writes replies of one schema as JSON: the fields that it names and nothing else. Most replies match the schema
 * exactly; to see that, a validator compiled from its JSON schema takes a tenth of the time in which zod would build the
 * reply anew. Every other reply goes through zod, which drops what the schema does not name and throws for what is wrong.
 */
export function replyWriter(schema: z.ZodMiniType): (value: unknown) => string {
  let isExact: ((value: unknown) => boolean) | undefined
  return (value) => {
    // Compiled with the first reply: a process that starts has better things to do.
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
      // A schema that changes its value, as `trim` does, is left to zod: nothing matches `not: {}`.
      if (zod.def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite')) jsonSchema.not = {}
    },
  })
}
