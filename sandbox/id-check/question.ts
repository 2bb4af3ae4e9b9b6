import * as z from 'zod/mini'

const must = (issue: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is required' : `must be ${issue}`),
})
const text = z
  .string(must('a text'))
  .check(z.regex(/\S/, 'must be a text'), z.maxLength(100, 'must be a text'))
const matching = (pattern: RegExp, issue: string) =>
  z.string(must(issue)).check(z.regex(pattern, `must be ${issue}`))
const object = <Shape extends z.core.$ZodShape>(shape: Shape) => z.strictObject(shape, must('an object'))

const isLicence = ({ idType }: { idType: string }) => idType === 'DRIVERS_LICENCE'

/** A licence is identified by its state and its card number, besides its own number. */
const document = object({
  idType: matching(/^(DRIVERS_LICENCE|PASSPORT)$/, 'a document that is supported'),
  country: matching(/^[A-Z]{3}$/, 'an ISO-3166 alpha-3 code'),
  region: z.optional(matching(/^[A-Z]{2,3}$/, 'an abbreviation')),
  idNumber: matching(/^[A-Z\d]{1,20}$/, 'letters and digits'),
  extraData: z.optional(
    z.array(object({ kvpKey: text, kvpValue: text, kvpType: z.optional(text) }), must('a list')),
  ),
}).check(
  z.refine((sent) => !isLicence(sent) || sent.region !== undefined, {
    path: ['region'],
    error: 'is required',
  }),
  z.refine((sent) => !isLicence(sent) || sent.extraData?.some(({ kvpKey }) => kvpKey === 'document_number'), {
    path: ['extraData'],
    error: 'must hold a document_number',
  }),
)

/** The fields of a document check that are used here. */
export const question = object({
  document,
  entityData: object({
    name: object({ givenName: text, familyName: text }),
    dateOfBirth: z.optional(object({ dateOfBirth: matching(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD') })),
  }),
})
