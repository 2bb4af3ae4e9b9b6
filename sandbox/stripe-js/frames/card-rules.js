const groupsOf = { amex: [4, 6, 5], diners: [4, 6, 4] }

const brands = [
  { name: 'amex', starts: /^3[47]/, digits: 15, cvc: 4 },
  { name: 'diners', starts: /^3(?:0[0-5]|[689])/, digits: 14, cvc: 3 },
  { name: 'jcb', starts: /^35/, digits: 16, cvc: 3 },
  { name: 'visa', starts: /^4/, digits: 16, cvc: 3 },
  { name: 'mastercard', starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, digits: 16, cvc: 3 },
  { name: 'discover', starts: /^6(?:011|4[4-9]|5)/, digits: 16, cvc: 3 },
  { name: 'unionpay', starts: /^62/, digits: 16, cvc: 3 },
]
const unknown = { name: 'unknown', digits: 16, cvc: undefined }

const messages = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  invalid_cvc: "Your card's security code is invalid.",
  incomplete_zip: 'Your postal code is incomplete.',
}

export const messageOf = (code) => messages[code]
export const digitsOf = (text) => text.replaceAll(/\D/g, '')

const find = (digits) => brands.find(({ starts }) => starts.test(digits)) ?? unknown
export const brandOf = (number) => find(digitsOf(number)).name

/** A check returns the error, and whether it is only that something is missing. */
const fine = { complete: true }
const missing = (code) => ({ complete: false, code, isMissing: true })
const wrong = (code) => ({ complete: false, code, isMissing: false })

export function formatNumber(text) {
  const brand = find(digitsOf(text))
  const digits = digitsOf(text).slice(0, brand.digits)
  const groups = []
  let start = 0
  for (const size of groupsOf[brand.name] ?? [4, 4, 4, 4]) {
    if (start < digits.length) groups.push(digits.slice(start, start + size))
    start += size
  }
  return groups.join(' ')
}

export function checkNumber(text) {
  const digits = digitsOf(text)
  if (digits.length < find(digits).digits) return missing('incomplete_number')
  return passesLuhn(digits) ? fine : wrong('invalid_number')
}

function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** `MM / YY` from typed or pasted text. The slash is added automatically, except while deleting. */
export function formatExpiry(text, isDeleting = false) {
  const typed = /^\s*\d\s*\//.test(text) ? `0${text.trim()}` : text
  const digits = monthFirst(digitsOf(typed))
  const month = digits.slice(0, 2)
  const rest = digits.slice(2)
  const year = rest.length === 4 && rest.startsWith('20') ? rest.slice(2) : rest.slice(0, 2)
  if (year !== '') return `${month} / ${year}`
  return month.length === 2 && !isDeleting ? `${month} / ` : month
}

/** No month starts with 2 to 9, and none is above 12: then the first digit is the month. */
function monthFirst(digits) {
  if (/^[2-9]/.test(digits) || /^1[3-9]/.test(digits)) return `0${digits}`
  return digits
}

export function readExpiry(text) {
  const digits = digitsOf(text)
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

/** A card is valid to the end of its month. */
export function checkExpiry(text, now) {
  if (digitsOf(text).length < 4) return missing('incomplete_expiry')
  const { month, year } = readExpiry(text)
  const thisYear = now.getUTCFullYear()
  if (month < 1 || month > 12) return wrong('invalid_expiry_month')
  if (year < thisYear) return wrong('invalid_expiry_year_past')
  if (year > thisYear + 50) return wrong('invalid_expiry_year')
  if (year === thisYear && month < now.getUTCMonth() + 1) return wrong('invalid_expiry_month_past')
  return fine
}

const cvcDigits = (brand) => brands.find(({ name }) => name === brand)?.cvc

export const formatCvc = (text, brand) => digitsOf(text).slice(0, cvcDigits(brand) ?? 4)

export function checkCvc(text, brand) {
  const { length } = digitsOf(text)
  const wanted = cvcDigits(brand)
  if (length < (wanted ?? 3)) return missing('incomplete_cvc')
  return length > (wanted ?? 4) ? wrong('invalid_cvc') : fine
}
