import { attempt, call } from './api.js'
import { announce, check, field, h, input, select, source } from './dom.js'
import { inMoney } from './money.js'
import { fillChoice, onPeople, people } from './people.js'
import { createOutcome } from './thing.js'

const outcome = createOutcome()
const receipt = h('div.stack', { hidden: true })
const family = select('family')
const chooseFamily = 'Another biller or reference'

/** A bank that pays a family's instalment into our account, as families do from their own bank. */
export const bpayForm = h(
  'form.card.stack.narrow',
  h('h2', 'Pay by BPAY'),
  h('p.muted', 'The bank leaves a file with this receipt, which the portal imports.'),
  h(
    'div.fields',
    field('Family', family, { look: '.field--wide' }),
    field('Biller code', input('billerCode', { inputmode: 'numeric' })),
    field('Amount in AUD', input('amount', { inputmode: 'decimal' })),
    field('Reference', input('crn', { inputmode: 'numeric' }), { look: '.field--wide' }),
    check('force', 'Pay even if the check digit is wrong'),
  ),
  outcome.element,
  receipt,
  h('button.btn.btn--primary', 'Pay'),
)
outcome.element.setAttribute('role', 'alert')

const payable = () =>
  people.families.flatMap(({ name, accounts }) =>
    accounts.filter(({ bpay }) => bpay).map((account) => ({ ...account, name })),
  )

function fill() {
  const found = payable().find(({ id }) => id === family.value)
  const { billerCode, crn, amount } = bpayForm.elements
  billerCode.value = found?.bpay.billerCode ?? ''
  crn.value = found?.bpay.reference ?? ''
  amount.value = found?.bpay.amount ?? ''
  outcome.clear()
  receipt.hidden = true
}

let wished
/** Chooses an account, also before the families are known. */
export function fillFor(accountId) {
  wished = accountId
  if (![...family.options].some(({ value }) => value === accountId)) return
  family.value = accountId
  wished = undefined
  fill()
}

async function pay() {
  const { billerCode, crn, amount, force } = bpayForm.elements
  outcome.clear()
  receipt.hidden = true
  const left = await call('POST', '/bpay/receipt', {
    billerCode: billerCode.value.trim(),
    crn: crn.value.replaceAll(' ', ''),
    amount: amount.value.trim(),
    force: force.checked,
  })
  const paid = inMoney(left.receipts[0].amountCents, 'aud')
  receipt.replaceChildren(
    h('p', `Paid ${paid}. The bank has left ${left.name}:`),
    source('The bank’s file', left.text),
  )
  receipt.hidden = false
  announce(`Paid ${paid}`)
}

family.addEventListener('change', fill)
bpayForm.addEventListener('submit', attempt(pay, outcome.say))
onPeople(() => {
  const isFirst = family.options.length === 0
  fillChoice(family, [
    ...payable().map(({ id, name, school, shortId }) => [id, `${name}, ${school}, ${shortId}`]),
    ['', chooseFamily],
  ])
  if (isFirst) fill()
  if (wished !== undefined) fillFor(wished)
})
