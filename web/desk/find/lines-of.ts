import type { Found, FoundKind, FoundOf } from '#contract/staff-find.ts'
import { inFours } from '#domain/payment-methods/bpay.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { BillIcon } from '../../ui/icon/bill.tsx'
import { CardIcon } from '../../ui/icon/card.tsx'
import { HelpIcon } from '../../ui/icon/help.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import { StudentIcon } from '../../ui/icon/student.tsx'
import { UserIcon } from '../../ui/icon/user.tsx'
import { depositPath, nameOf } from '../foundation/deposit-path.ts'
import { count, day, money } from '../foundation/format.ts'
import { PeopleIcon } from '../ui/icon/people.tsx'
import type { KindTint } from '../ui/kind/kind.tsx'

/** One line of the palette. */
export type PaletteLine = {
  key: string
  icon: Icon
  tint: KindTint
  title: string
  small: string
  end: string
  /** The part of `small` that differs from what was typed. */
  differs?: string
  /** Where it leads; null where there is no page for it. */
  href: string | null
  /** What is searched for instead of opening a page. */
  search?: string
}

const looks: Record<FoundKind, { icon: Icon; tint: KindTint }> = {
  Family: { icon: PeopleIcon, tint: 'green' },
  Person: { icon: UserIcon, tint: 'blue' },
  Student: { icon: StudentIcon, tint: 'iris' },
  Payment: { icon: CardIcon, tint: 'pink' },
  Request: { icon: BillIcon, tint: 'gold' },
  School: { icon: SchoolIcon, tint: 'gold' },
  Deposit: { icon: HelpIcon, tint: 'gold' },
}

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')
const sum = (amount: number, region: Region) => money(amount, regionFacts[region].currency)
export function lineOf(found: Found): PaletteLine {
  const line = ownLine(found)
  const matched = matchedTextOf(found)
  return {
    ...looks[found.kind],
    ...line,
    // What differs leads the line: it is what has to be compared with what was said.
    small: matched && !line.small.includes(matched) ? joined(matched, line.small) : line.small,
    end: found.difference ?? line.end,
    ...(found.difference !== null && matched && { differs: matched }),
  }
}

function matchedTextOf({ by, matchedText }: Found): string | null {
  if (matchedText === null || by === 'Id') return null
  return by === 'BpayReference' ? inFours(matchedText) : matchedText
}

function ownLine(found: Found): Omit<PaletteLine, 'icon' | 'tint'> {
  switch (found.kind) {
    case 'Family':
      return familyLine(found)
    case 'Person':
      return personLine(found)
    case 'Student':
      return {
        key: `${found.accountId} ${found.studentId}`,
        title: found.name,
        small: joined(found.yearLevel, found.schoolName),
        end: found.shortId,
        href: `/families/${found.accountId}`,
      }
    case 'Payment':
      return {
        key: found.paymentId,
        title: `${sum(found.amount, found.region)}, ${found.status.toLowerCase()}`,
        small: joined(found.familyName, found.shortId, found.methodName),
        end: day(found.on),
        href: `/payments/${found.paymentId}`,
      }
    case 'Request':
      return {
        key: found.requestId,
        title: `${sum(found.amountLeft, found.region)} requested from the ${found.familyName}`,
        small: `${requestState(found.status)} ${day(found.madeOn)}, due ${day(found.dueOn)}`,
        end: found.shortId,
        href: `/families/${found.accountId}`,
      }
    case 'School':
      return {
        key: found.schoolId,
        title: found.name,
        small: joined(regionFacts[found.region].name, count(found.families, 'family', 'families')),
        end: '',
        href: `/schools/${found.schoolId}`,
      }
    case 'Deposit':
      return {
        key: nameOf(found),
        title: `Deposit of ${sum(found.amount, found.region)} in suspense`,
        small: `Received ${day(found.receivedOn)} with exactly this reference`,
        end: 'Suspense',
        href: depositPath(nameOf(found)),
      }
  }
}

const requestState = (status: string) =>
  status === 'Open' ? 'Open since' : status === 'PartPaid' ? 'Partly paid, open since' : `${status}, made on`

function familyLine(family: FoundOf<'Family'>): Omit<PaletteLine, 'icon' | 'tint'> {
  const owed =
    family.overdue > 0 ? `${sum(family.overdue, family.region)} overdue` : sum(family.balance, family.region)
  return {
    key: family.accountId,
    title: family.familyName,
    small: joined(family.shortId, family.schoolName, family.members.join(', ')),
    end: family.isClosed ? 'Closed' : owed,
    href: `/families/${family.accountId}`,
  }
}

/** Somebody with several accounts has no page: their accounts are shown instead. */
function personLine({ accounts, ...person }: FoundOf<'Person'>): Omit<PaletteLine, 'icon' | 'tint'> {
  const [only, ...others] = accounts
  return {
    key: person.customerId,
    title: person.name,
    small: joined(person.email, person.mobile, others.length === 0 && only?.schoolName),
    end:
      only === undefined ? 'No account' : others.length === 0 ? only.shortId : `${accounts.length} accounts`,
    href: only && others.length === 0 ? `/families/${only.accountId}` : null,
    ...(others.length > 0 && { search: person.email }),
  }
}
