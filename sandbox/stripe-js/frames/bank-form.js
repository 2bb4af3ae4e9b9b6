import { bankMessageOf, checks, formatAccount, formatBsb, formatSortCode } from './bank-rules.js'
import { digitsOf } from './card-rules.js'
import { h } from './dom.js'
import { createTextRow } from './form-row.js'

const numeric = { inputmode: 'numeric', autocomplete: 'off', spellcheck: 'false' }

const whose = {
  name: { label: 'Full name', check: checks.name, name: 'name', autocomplete: 'billing name' },
  email: {
    label: 'Email',
    check: checks.email,
    type: 'email',
    name: 'email',
    autocomplete: 'billing email',
    inputmode: 'email',
  },
}
const where = {
  line1: {
    label: 'Address line 1',
    check: checks.line1,
    name: 'line1',
    autocomplete: 'billing address-line1',
  },
  line2: { label: 'Address line 2 (optional)', name: 'line2', autocomplete: 'billing address-line2' },
  city: {
    label: 'Town or city',
    check: checks.city,
    name: 'city',
    autocomplete: 'billing address-level2',
    isHalf: true,
  },
  postal_code: {
    label: 'Postcode',
    check: checks.postcode,
    name: 'postal',
    autocomplete: 'billing postal-code',
    isHalf: true,
  },
}

const kinds = {
  bacs_debit: {
    label: 'Bacs Direct Debit',
    account: {
      sort_code: {
        label: 'Sort code',
        check: checks.sortCode,
        format: formatSortCode,
        placeholder: '10-88-00',
        name: 'sort-code',
        isHalf: true,
        ...numeric,
      },
      account_number: {
        label: 'Account number',
        check: checks.ukAccount,
        format: formatAccount(8),
        placeholder: '00012345',
        name: 'account-number',
        isHalf: true,
        ...numeric,
      },
    },
    country: 'GB',
    hasAddress: true,
    terms: (business) => [
      `By confirming, you allow ${business} to take payments from this account by Bacs Direct Debit, and you state that you are the account holder and the only person who has to agree to debits from it.`,
      'Direct Debit Guarantee: every bank and building society that takes Direct Debits offers it. You are told of an amount and its date before it is taken, your bank refunds a payment that was taken in error, in full and at once, and you can cancel at any time by telling your bank.',
    ],
  },
  au_becs_debit: {
    label: 'BECS Direct Debit',
    account: {
      bsb_number: {
        label: 'BSB',
        check: checks.bsb,
        format: formatBsb,
        placeholder: '000-000',
        name: 'bsb',
        isHalf: true,
        ...numeric,
      },
      account_number: {
        label: 'Account number',
        check: checks.auAccount,
        format: formatAccount(9),
        placeholder: '000123456',
        name: 'account-number',
        isHalf: true,
        ...numeric,
      },
    },
    country: 'AU',
    hasAddress: false,
    terms: (business) => [
      `By confirming, you agree to the Direct Debit Request of ${business} and its service agreement, and let the account be debited through the Bulk Electronic Clearing System for amounts you are told of. You state that you are the account holder, or may sign for the account.`,
    ],
  },
}

export const isBankType = (type) => Object.hasOwn(kinds, type)

/** A bank account to debit: its holder, its numbers, the address, and the mandate. */
export function createBankForm({ type, collects, defaults, business, showsTerms, onChange }) {
  const kind = kinds[type]
  const build = (descriptions, values = {}) =>
    Object.fromEntries(
      Object.entries(descriptions).map(([name, description]) => [
        name,
        createTextRow({ ...description, messageOf: bankMessageOf, onChange, value: values[name] ?? '' }),
      ]),
    )
  const only = (descriptions) =>
    Object.fromEntries(Object.entries(descriptions).filter(([name]) => collects[name] !== false))

  const person = build(only(whose), defaults)
  const account = build(kind.account)
  const address = kind.hasAddress && collects.address ? build(where, defaults.address) : {}
  const all = [person, account, address].flatMap((rows) => Object.values(rows))
  const texts = (rows) =>
    Object.fromEntries(
      Object.entries(rows)
        .map(([name, row]) => [name, row.text()])
        .filter(([, text]) => text !== ''),
    )
  return {
    type,
    label: kind.label,
    node: h(
      'div',
      { class: 'form' },
      ...all.map(({ row }) => row),
      showsTerms && kind.terms(business).map((text) => h('p', { class: 'TermsText' }, text)),
    ),
    isEmpty: () => Object.values(account).every((row) => row.isEmpty()),
    isComplete: () => all.every((row) => row.code() === undefined),
    reveal() {
      for (const row of all) row.reveal()
      const first = all.find((row) => row.code() !== undefined)
      first?.input.focus()
      const code = first?.code()
      return code && { type: 'validation_error', code, message: bankMessageOf(code) }
    },
    give: () => ({
      type,
      [type]: Object.fromEntries(Object.entries(account).map(([name, row]) => [name, digitsOf(row.text())])),
      billing_details: {
        ...texts(person),
        ...(Object.keys(address).length > 0 && { address: { ...texts(address), country: kind.country } }),
      },
    }),
    clear: () => all.forEach((row) => row.clear()),
  }
}
