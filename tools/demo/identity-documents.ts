import type { Identification } from '#contract/identity.ts'
import type { IdentityDocumentType } from '#domain/identity.ts'
import type { Region } from '#domain/region.ts'
import { digitsOf } from './ids.ts'

type Described = { accountId: string; document: IdentityDocumentType; region: Region }

/** One licence that the sandbox's issuer does not know, by its ending, and one passport that it knows. */
export function identificationOf({ accountId, document, region }: Described): Identification {
  const digits = (count: number, what: string) => digitsOf(count, accountId, what)
  if (document === 'Passport')
    return region === 'UK'
      ? { type: document, passportCountry: 'GB', passportNo: `${digits(6, 'passport')}417` }
      : { type: document, passportCountry: 'AU', passportNo: `N${digits(4, 'passport')}417` }
  return {
    type: document,
    driversLicenseState: 'NSW',
    driversLicenseNo: `${digits(5, 'licence')}000`,
    driversLicenseCardNo: digits(10, 'licence card'),
  }
}
