import { attempt, call } from './api.js'
import { askClock, offsetMs, sandboxNow } from './clock-time.js'
import { button, field, find, h, input, segments, select } from './dom.js'
import { lastSeq } from './inbox.js'
import { fillChoice, nextInWords, nextPayments, onPeople } from './people.js'
import { createOutcome } from './thing.js'
import {
  cities,
  counted,
  dateAndTime,
  dayAndTime,
  forField,
  inWords,
  longDate,
  momentOf,
  timeOfDay,
} from './time.js'

const steps = [
  ['+1 hour', { advance: 'PT1H' }],
  ['+1 day', { advance: 'P1D' }],
  ['+1 week', { advance: 'P1W' }],
  ['+1 month', { advance: 'P1M' }],
  ['Back to real time', { reset: true }],
]
const sessionsNote =
  'Right after a move the portal runs its jobs, such as the payments due by then. Log-ins end when the clock moves by more than half an hour.'
const outcome = createOutcome()
const payment = select('payment')
const moment = input('moment', { type: 'datetime-local' })
const zone = segments('Time zone', 'zone', cities)
const real = h('p.panel__muted')
const wallClocks = Object.keys(cities).map((region) => ({
  region,
  time: h('time.panel__time'),
  date: h('p'),
}))
const region = () => find(':checked', zone).value
const fillMoment = () => (moment.value = forField(sandboxNow(), region()))

const attemptMove = (path, wish) => attempt(() => move(path, wish()), outcome.say)

const toPayment = h(
  'form.way',
  { submit: attemptMove('/next-payment', () => ({ accountId: payment.value })) },
  field('Next payment of …', payment),
  h('button.btn.btn--primary', 'Move to this payment'),
)
const toMoment = h(
  'form.way',
  { submit: attemptMove('/clock', () => ({ now: momentOf(moment.value, region()).toISOString() })) },
  field('An exact moment', moment),
  zone,
  h('button.btn.btn--secondary', 'Move to this moment'),
)

const sessionMs = 30 * 60_000
/** What there was before the last move from this page. */
let before

const countCharges = async () => {
  const lists = await Promise.all(
    Object.keys(cities).map((id) => call('GET', `/stripe/charges?account=${id}`)),
  )
  return lists.flat().length
}

async function move(path, wish) {
  const from = sandboxNow()
  const known = { charges: await countCharges(), seq: lastSeq ?? 0 }
  before = undefined
  const isStopping = path === '/next-payment'
  const stop = ' It first stops on the day on which the family is told of the payment.'
  outcome.say(`Moving the clock …${isStopping ? stop : ''}`)
  await call('POST', path, wish)
  await askClock()
  before = { ...known, hasEndedSessions: Math.abs(sandboxNow() - from) > sessionMs }
  fillMoment()
  tick()
  await sayWhatHappened()
}

async function sayWhatHappened() {
  if (!before) return
  const payments = counted((await countCharges()) - before.charges, 'payment')
  const messages = counted(Math.max(0, lastSeq - before.seq), 'message')
  const now = `It is ${dayAndTime(sandboxNow())} in Sydney, ${dayAndTime(sandboxNow(), 'UK')} in London.`
  const sessions = before.hasEndedSessions ? ' Everybody has to log in again.' : ''
  outcome.say(`${now} Jobs are running: ${payments}, ${messages} so far.${sessions}`)
}

function tick() {
  const offset = offsetMs()
  if (offset === undefined) return
  const now = sandboxNow()
  for (const { region: id, time, date } of wallClocks) {
    time.textContent = timeOfDay(now, id)
    date.textContent = longDate(now, id)
    find(`[data-clock="${id}"]`).textContent = `${cities[id]} ${dayAndTime(now, id)}`
  }
  const isMoved = Math.abs(offset) >= 1000
  find('[data-clock="moved"]').hidden = !isMoved
  real.textContent = isMoved
    ? `${inWords(offset)} ${offset > 0 ? 'ahead of' : 'behind'} real time, which is ${dateAndTime(now - offset)}.`
    : 'This is real time: the clock has not been moved.'
}

onPeople(() => {
  const next = nextPayments(sandboxNow())
  // A family that pays by BPAY, or has no method, is not debited: it can be chosen, but does not come first.
  const isDebited = ({ next: { method } }) => !['BPAY', 'No payment method'].includes(method)
  const options = next.map(({ family, account, next: due }) => {
    const [when, what] = nextInWords(due, family.region)
    return [account.id, `${family.name}, ${account.shortId} (${when}), ${what}`]
  })
  fillChoice(payment, options, next.find(isDebited)?.account.id)
  toPayment.hidden = next.length === 0
})
setInterval(tick, 1000)

export const clock = {
  title: 'Clock',
  icon: 'clock',
  lead: 'The portal and the sandbox read this clock. It runs on from wherever you set it.',
  content: [
    h(
      'div.card.panel.clock',
      wallClocks.map(({ region: id, time, date }) => h('div', h('h2.panel__title', cities[id]), time, date)),
      real,
    ),
    outcome.element,
    h(
      'div.card.stack',
      h('h2', 'Move the clock'),
      h(
        'div.buttons',
        steps.map(([label, wish]) =>
          button(
            label,
            'secondary',
            attemptMove('/clock', () => wish),
          ),
        ),
      ),
      toPayment,
      toMoment,
      h('p.muted', sessionsNote),
    ),
  ],
  topics: ['clock', 'messages', 'stripe'],
  isAlways: true,
  async load() {
    await askClock()
    moment.value ||= forField(sandboxNow(), region())
    tick()
    await sayWhatHappened()
  },
}
