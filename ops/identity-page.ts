import type { Identification } from '#contract/identity.ts'
import type { IdentityReview } from '#contract/staff-reviews.ts'
import { facts, sections, table } from './table.ts'
import { companyMoment, day } from './words.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const askedOf = { Automatic: 'the issuer', Manual: 'our people', CreditBody: 'the credit body' } as const

/** Everything that is compared with a copy, on one page. */
export function identityPage(review: IdentityReview): string {
  return sections([
    [
      `Account ${review.shortId}`,
      facts([
        ['Name', review.customerName],
        ['Born on', day(review.birthDate) || 'not known'],
        ['Lives at', review.currentAddress ?? 'not known'],
      ]),
    ],
    ['Document', review.document ? facts(numbersOf(review.document)) : 'Its numbers were deleted.'],
    [
      'Tries',
      table(review.checks, [
        { title: 'When', value: ({ at }) => companyMoment(at) },
        { title: 'Asked', value: ({ manner }) => askedOf[manner] },
        { title: 'Outcome', value: ({ outcome }) => outcome },
        { title: 'Reference', value: ({ reference }) => reference },
        { title: 'What was wrong', value: ({ failure }) => failure },
      ]),
    ],
  ])
}

function numbersOf(document: Identification): [string, string][] {
  return document.type === 'Passport'
    ? [
        ['Passport of', countryNames.of(document.passportCountry) ?? document.passportCountry],
        ['Number', document.passportNo],
      ]
    : [
        ['Licence of', document.driversLicenseState],
        ['Number', document.driversLicenseNo],
        ['Card number', document.driversLicenseCardNo],
      ]
}
