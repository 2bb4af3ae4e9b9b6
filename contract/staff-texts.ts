import * as z from 'zod/mini'
import { textKinds } from '#domain/texts.ts'
import { endpoints } from './endpoint.ts'
import { change } from './staff-wire.ts'
import { calendarDate, line } from './wire.ts'

const version = z.object({ version: z.int(), from: calendarDate })

const named = {
  kind: z.enum(textKinds),
  /** Empty where the text is the same for all products. */
  productType: z.string(),
}

const listedText = z.object({
  ...named,
  about: z.string(),
  /** What is in force; null where the first version begins later. */
  current: z.nullable(version),
  /** Those that begin later, the first first. */
  later: z.array(version),
})

/** Where a line stands is empty for texts of any number of lines. */
const textLine = z.object({ about: z.string(), text: z.string() })

const shownText = z.object({
  ...named,
  about: z.string(),
  ...version.shape,
  isInForce: z.boolean(),
  lines: z.array(textLine),
  /** What may stand in it to be filled in. */
  values: z.array(z.string()),
  versions: z.array(version),
})
export type StaffText = z.infer<typeof shownText>

const publishedText = z.object({
  ...named,
  ...version.shape,
  /** What is shown until then. */
  before: z.object({ ...version.shape, lines: z.array(textLine) }),
  lines: z.array(textLine),
  /** Those that take its place on a later day. */
  later: z.array(version),
})
export type PublishedText = z.infer<typeof publishedText>

/** Texts that families rely on, with their versions. */
export const staffTexts = endpoints({
  'GET /api/staff/texts': {
    summary: 'Every text that families rely on, with the version in force and those that follow',
    access: 'staff',
    role: 'support',
    reply: z.array(listedText),
  },
  'GET /api/staff/texts/:kind': {
    summary: 'One version of a text; without a version, the one in force',
    access: 'staff',
    role: 'support',
    params: z.object({ kind: z.enum(textKinds) }),
    query: z.object({
      productType: z.optional(line(40)),
      version: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    }),
    reply: shownText,
    refusals: ['not_found'],
  },
  'POST /api/staff/texts/:kind': {
    summary: 'Publishes a new version of a text from a day on, or shows what would be different',
    access: 'staff',
    role: 'admin',
    params: z.object({ kind: z.enum(textKinds) }),
    body: change({
      productType: z.optional(line(40)),
      body: line(10_000),
      /** Without it, the first day that is possible. */
      from: z.optional(calendarDate),
      isPreview: z.optional(z.boolean()),
      /** The version that was shown as the one before; refused where it is another by now. */
      replaces: z.optional(z.int()),
    }),
    reply: publishedText,
    refusals: ['not_found'],
  },
})
