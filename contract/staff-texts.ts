import * as z from 'zod/mini'
import { textKinds } from '#domain/texts.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change } from './staff-wire.ts'
import { calendarDate, line } from './wire.ts'

const version = z.object({ version: z.int(), from: calendarDate })

const which = {
  kind: z.enum(textKinds),
  productType: described('Empty if the text is the same for all products.', z.string()),
}

const listedText = z.object({
  ...which,
  about: z.string(),
  current: described('The version in force; null if the first version begins later.', z.nullable(version)),
  later: described('Later versions, earliest first.', z.array(version)),
})

const textLine = z.object({ about: z.string(), text: z.string() })

const shownText = z.object({
  ...which,
  about: z.string(),
  ...version.shape,
  isInForce: z.boolean(),
  lines: z.array(textLine),
  values: described('The placeholders that it may contain.', z.array(z.string())),
  versions: z.array(version),
})
export type StaffText = z.infer<typeof shownText>

const publishedText = z.object({
  ...which,
  ...version.shape,
  before: described(
    'The version that is shown until then.',
    z.object({ ...version.shape, lines: z.array(textLine) }),
  ),
  lines: z.array(textLine),
  later: described('The versions that replace it later.', z.array(version)),
})
export type PublishedText = z.infer<typeof publishedText>

named({
  TextVersion: [version, 'A version of a text and its first day.'],
  ListedText: [listedText, 'A text that families rely on.'],
  TextLine: [textLine, 'A line of a text. Its position is empty for texts with any number of lines.'],
  StaffText: [shownText, 'One version of a text.'],
  PublishedText: [publishedText, 'A new version beside the one before.'],
})

/** Texts that families rely on, with their versions. */
export const staffTexts = endpoints({
  'GET /api/staff/texts': {
    summary: 'Every text that families rely on, with the version in force and those that follow',
    access: 'support',
    reply: z.array(listedText),
  },
  'GET /api/staff/texts/:kind': {
    summary: 'One version of a text; by default the one in force',
    access: 'support',
    params: z.object({ kind: described('The kind of text.', z.enum(textKinds)) }),
    query: z.object({
      productType: described('The product, for a text that differs by product.', z.optional(line(40))),
      version: described(
        'The version; by default the one in force.',
        z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
      ),
    }),
    reply: shownText,
  },
  'POST /api/staff/texts/:kind': {
    summary: 'Publishes a new version of a text from a given day, or previews the differences',
    access: 'admin',
    params: z.object({ kind: described('The kind of text.', z.enum(textKinds)) }),
    body: change({
      productType: z.optional(line(40)),
      body: line(10_000),
      from: described(
        'The first day of the version; by default the earliest possible day.',
        z.optional(calendarDate),
      ),
      isPreview: z.optional(z.boolean()),
      replaces: described(
        'The version that was shown as the previous one; refused if there is a newer one.',
        z.optional(z.int()),
      ),
    }),
    reply: publishedText,
  },
})
