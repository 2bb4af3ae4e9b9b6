import { digitsOf } from './card-rules.js'

/** `10-88-00`. */
export const formatSortCode = (text) =>
  digitsOf(text)
    .slice(0, 6)
    .replace(/(\d\d)(?=\d)/g, '$1-')

/** `000-000`. */
export const formatBsb = (text) =>
  digitsOf(text)
    .slice(0, 6)
    .replace(/(\d{3})(?=\d)/, '$1-')

export const formatAccount = (digits) => (text) => digitsOf(text).slice(0, digits)

const messages = {
  incomplete_sort_code: 'Your sort code is incomplete.',
  incomplete_bsb: 'Your BSB is incomplete.',
  incomplete_account_number: 'Your account number is incomplete.',
  incomplete_name: 'Please provide your full name.',
  incomplete_email: 'Please provide your email address.',
  invalid_email: 'Your email address is invalid.',
  incomplete_address: 'Please provide your address.',
  incomplete_city: 'Please provide your town or city.',
  incomplete_zip: 'Please provide your postcode.',
}
export const bankMessageOf = (code) => messages[code]

const hasDigits = (least, code) => (text) => (digitsOf(text).length < least ? code : undefined)
const isFilled = (code) => (text) => (text.trim() === '' ? code : undefined)

/** Each returns the error code of a text, or undefined. */
export const checks = {
  sortCode: hasDigits(6, 'incomplete_sort_code'),
  bsb: hasDigits(6, 'incomplete_bsb'),
  ukAccount: hasDigits(8, 'incomplete_account_number'),
  auAccount: hasDigits(5, 'incomplete_account_number'),
  name: isFilled('incomplete_name'),
  line1: isFilled('incomplete_address'),
  city: isFilled('incomplete_city'),
  postcode: isFilled('incomplete_zip'),
  email(text) {
    if (text.trim() === '') return 'incomplete_email'
    return /^\S+@\S+\.\S+$/.test(text.trim()) ? undefined : 'invalid_email'
  },
}
