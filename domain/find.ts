import { inFours, isBpayReference } from './payment-methods/bpay.ts'

/**
 * The search text of staff, read in every way that it can be meant. A number alone may be a part of an id, a
 * reference, a mobile or the end of a card number: each is searched for.
 */
export const findMatches = [
  'Name',
  'Email',
  'Mobile',
  'ShortId',
  'BpayReference',
  'LastDigits',
  'ProviderId',
  'Id',
] as const
export type FindMatch = (typeof findMatches)[number]

export type Typed = {
  text: string
  /** In lower case; empty if the text cannot be a name. */
  words: string[]
  emailBeginning: string | null
  /** The beginning of a mobile number in international format. */
  mobile: { beginning: string; isWhole: boolean } | null
  shortIdBeginning: string | null
  bpayDigits: string | null
  lastDigits: string | null
  providerId: string | null
  /** The beginning of one of our ids, without hyphens. */
  idBeginning: string | null
}

export const findLimits = { least: 2, most: 100, words: 5 } as const

/** Fewer characters would match too many ids. */
const leastOfId = 6
/** Fewer digits would match too many references. */
const leastOfReference = 5
const leastOfMobile = 8

export function readTyped(sent: string): Typed {
  const text = sent.trim().replaceAll(/\s+/g, ' ')
  const compact = text.replaceAll(/[\s()-]/g, '')
  const digits = /^\d+$/.test(compact) ? compact : ''
  const [, shortId] = /^LW(\d{1,19})$/i.exec(compact) ?? []
  const isLong = text.length >= findLimits.least
  const isName = isLong && /\p{L}/u.test(text) && !/[@_\d]/.test(text)
  return {
    text,
    words: isName ? text.toLowerCase().split(' ').slice(0, findLimits.words) : [],
    emailBeginning: isLong && !text.includes(' ') && /\p{L}/u.test(text) ? text.toLowerCase() : null,
    mobile: mobileIn(compact),
    shortIdBeginning:
      shortId === undefined
        ? digits.length >= 4 && digits.length < 10
          ? `LW${digits}`
          : null
        : `LW${shortId}`,
    bpayDigits: digits.length >= leastOfReference && digits.length <= 20 ? digits : null,
    lastDigits: /^\d{3,4}$/.test(digits) ? digits : null,
    providerId: /^[a-z]{2,6}_[A-Za-z0-9_]{4,250}$/.test(text) ? text : null,
    idBeginning:
      /^[\da-f]{6,32}$/i.test(compact) && compact.length >= leastOfId ? compact.toLowerCase() : null,
  }
}

/** A number may be dictated with spaces, and by people of either country with its leading zero. */
function mobileIn(compact: string): Typed['mobile'] {
  const regional = compact.replace(/^00/, '+').replace(/^04/, '+614').replace(/^07/, '+447')
  if (!/^\+\d+$/.test(regional) || regional.length > 16) return null
  const wholeLength = regional.startsWith('+61') ? 12 : regional.startsWith('+44') ? 13 : undefined
  const isWhole = wholeLength === undefined ? regional.length >= 8 : regional.length === wholeLength
  return isWhole || regional.length >= leastOfMobile ? { beginning: regional, isWhole } : null
}

export type NearNumber = { text: string; difference: string }

/** All numbers that are one typing error away from these digits. */
export function nearNumbersOf(digits: string): NearNumber[] {
  const all = Array.from(digits)
  const swapped = all.slice(1).map((digit, at) => ({
    text: [...all.slice(0, at), digit, all[at], ...all.slice(at + 2)].join(''),
    difference: '2 digits swapped',
  }))
  const other = all.flatMap((_, at) =>
    ten.map((digit) => ({ text: all.with(at, digit).join(''), difference: '1 digit differs' })),
  )
  const fewer = all.map((_, at) => ({ text: all.toSpliced(at, 1).join(''), difference: '1 digit too many' }))
  const more = [...all, ''].flatMap((_, at) =>
    ten.map((digit) => ({ text: all.toSpliced(at, 0, digit).join(''), difference: '1 digit missing' })),
  )
  const first = new Map<string, NearNumber>()
  for (const slip of [...swapped, ...other, ...fewer, ...more])
    if (slip.text !== digits && !first.has(slip.text)) first.set(slip.text, slip)
  return [...first.values()]
}

const ten = Array.from('0123456789')

export type Nothing = { title: string; reason: string }

/** The prefixes of the provider's ids that we store. */
const keptProviderIds = ['pi', 'dp', 'du', 're', 'cus', 'pm'] as const

/** The reason why nothing was found, as far as the query tells. */
export function whyNothing(typed: Typed): Nothing {
  const { text } = typed
  if (text.length < findLimits.least)
    return { title: 'Type one more character', reason: 'One character would find too many.' }
  if (typed.providerId !== null) return whyNoProviderId(typed.providerId)
  if (/^LW\d+$/i.test(text.replaceAll(' ', '')))
    return {
      title: `No account has the id ${typed.shortIdBeginning ?? text}`,
      reason: 'Nor does one begin like it. Ask for it once more, or for the e-mail address.',
    }
  if (typed.mobile?.isWhole)
    return {
      title: `No customer has the mobile ${typed.mobile.beginning}`,
      reason: 'The family may have given us another number. Ask for the e-mail address or a name.',
    }
  if (typed.bpayDigits !== null) return whyNoReference(typed.bpayDigits)
  if (typed.lastDigits !== null)
    return {
      title: `No payment method ends in ${typed.lastDigits}`,
      reason: 'Methods that a family has removed are not searched, nor are cards of guests.',
    }
  if (text.includes('@'))
    return {
      title: `No customer has the e-mail address ${text}`,
      reason: 'It is compared from its beginning. Ask whether the family uses another one.',
    }
  if (typed.words.length > 0)
    return {
      title: `Nobody is called “${text}”`,
      reason: 'Families, people, students and schools are searched by name.',
    }
  return {
    title: `Nothing is found by “${text}”`,
    reason:
      'A name, an e-mail address, a mobile, an id such as LW20731, a BPAY reference, the last four digits of a method or an id of the provider finds something.',
  }
}

function whyNoReference(digits: string): Nothing {
  const title = `No account has the BPAY reference ${inFours(digits)}`
  return isBpayReference(digits)
    ? { title, reason: 'Its check digit is right, so it was probably not mistyped: it is none of ours.' }
    : {
        title,
        reason: 'Its check digit is wrong: a digit was mistyped, or two were typed the other way round.',
      }
}

function whyNoProviderId(id: string): Nothing {
  const [beginning = ''] = id.split('_')
  const title = `Nothing has the provider’s id ${id}`
  if (beginning === 'ch' || beginning === 'py')
    return {
      title: 'Charges are not kept under their own id',
      reason:
        'The provider’s page of the charge names its payment: search for that id, which begins with pi_.',
    }
  return (keptProviderIds as readonly string[]).includes(beginning)
    ? { title, reason: 'It has to be whole, with capital and small letters as the provider writes them.' }
    : {
        title,
        reason: `We keep ids of payments (pi_), disputes (dp_, du_), refunds (re_), customers (cus_) and methods (pm_), not those that begin with ${beginning}_.`,
      }
}
