import { orNotFound } from '#domain/refusal.ts'
import { mistypedNumber } from '#domain/reviews.ts'
import { letterWords, type PageParts } from './parts.ts'
import { mind, ok } from './in-words.ts'
import { findCopy, findInvoice } from './document-facts.store.ts'
import type { ReviewFacts } from './review-facts.store.ts'
import type { ReadDeps } from '../../../platform/deps.ts'

const documentNames = { Passport: 'passport', DriversLicense: 'driver licence' } as const

/**
 * The page about a copy of a passport or licence. The facts to compare it with are a separate call, because each view
 * of them is recorded.
 */
export async function identityPage(deps: ReadDeps, review: ReviewFacts): Promise<PageParts> {
  const copy = orNotFound(await findCopy(deps.db, review))
  const name = documentNames[copy.documentType]
  const facts = { firstName: '', shortId: review.shortId, reason: null, portalUrl: deps.config.portalOrigin }
  const again = 'Please upload another copy; the page opens right there.'
  return {
    title: copy.personName,
    about: `${name[0]?.toUpperCase()}${name.slice(1)} copy`,
    checks: [],
    approve: {
      label: 'Approve',
      words: await letterWords(deps, review, 'IdentityReviewed', { ...facts, outcome: 'Approved' }),
      effects: [{ kind: 'Family', text: 'The family goes on with its set-up or its change at once' }],
    },
    decline: {
      label: 'Decline',
      words: await letterWords(deps, review, 'IdentityReviewed', { ...facts, outcome: 'Declined' }),
      choices: [
        {
          why: 'The number differs from the copy',
          words: `${mistypedNumber(`${name} number`, '', '')} Please enter the number as it is on your document, and upload the copy again.`,
        },
        { why: 'The copy cannot be read', words: `The copy of your ${name} cannot be read. ${again}` },
        {
          why: 'The document has expired',
          words: `Your ${name} has expired. Please upload a copy of one that is valid; the page opens right there.`,
        },
        {
          why: 'The name or birth date differs',
          words: `The name or the birth date on your ${name} is not the one in your account. Please contact us, so that we can put it right together.`,
        },
        {
          why: 'It is not a passport or driver licence',
          words:
            'What you sent us is not a passport or a driver licence. Please upload a copy of one; the page opens right there.',
        },
      ],
      effects: [{ kind: 'Family', text: 'The family is asked for another copy' }],
    },
  }
}

/** An invoice that a family has uploaded. */
export async function invoicePage(deps: ReadDeps, review: ReviewFacts): Promise<PageParts> {
  const invoice = orNotFound(await findInvoice(deps.db, review))
  const facts = {
    firstName: '',
    shortId: review.shortId,
    name: invoice.name,
    reason: null,
    portalUrl: `${deps.config.portalOrigin}/statements`,
  }
  const another = 'Please send us another one.'
  return {
    title: `${review.familyName} family, invoice`,
    about: invoice.name,
    checks: [
      invoice.sameCount === 0
        ? ok('The same file was not accepted before', 'Compared by its content')
        : mind('The same file was accepted before', `By its content, ${invoice.sameCount} of this family`),
    ],
    approve: {
      label: 'Accept',
      words: await letterWords(deps, review, 'InvoiceReviewed', { ...facts, outcome: 'Approved' }),
      effects: [{ kind: 'Family', text: 'The family sees it as accepted among its statements' }],
    },
    decline: {
      label: 'Decline',
      words: await letterWords(deps, review, 'InvoiceReviewed', { ...facts, outcome: 'Declined' }),
      choices: [
        {
          why: 'It is not from the school',
          words: `The invoice that you sent us is not from ${review.schoolName}. ${another}`,
        },
        { why: 'It cannot be read', words: `The invoice that you sent us cannot be read. ${another}` },
        {
          why: 'Something else',
          words: await letterWords(deps, review, 'InvoiceReviewed', { ...facts, outcome: 'Declined' }),
        },
      ],
      effects: [
        { kind: 'Family', text: 'The family reads why among its statements, and can send another one' },
      ],
    },
  }
}
