import { createApi } from './api.js'
import { connectToPage } from './connection.js'
import { confirmIntent, continueIntent, retrieveIntent } from './intents.js'
import { gatherMembers } from './members.js'
import { confirmSession, openSession } from './sessions.js'

/**
 * The hidden frame that calls the API, one per Stripe object of a page. The page sends commands and gets the results;
 * typed values come directly from the other frames.
 */
let api
let page
let members
const challenges = new Map()
const wallets = new Map()

const answersFor = ({ id, group }) => ({
  intent: (secret) => retrieveIntent(api, secret),
  session: (secret) => openSession(api, secret),
  challenge: () => challenges.get(id)?.details,
  outcome: (outcome) => challenges.get(id)?.settle(outcome),
  wallet: (choice) => void wallets.set(group, choice),
})

/** Opens the bank's page over the page and waits for its result. */
async function challenge(intent) {
  const id = `challenge-${intent.id}`
  const { amount, currency } = intent
  const outcome = await new Promise((settle) => {
    challenges.set(id, { details: { amount, currency }, settle })
    page.notify('openChallenge', id)
  })
  challenges.delete(id)
  members.leave(id)
  page.notify('closeChallenge', id)
  return outcome
}

/** The source of the payment method: an Element, a wallet's sheet, or an id the page knows. */
async function collect({ card, payment, wallet, id, data }) {
  if (id !== undefined) return { id }
  const collected = await collectFrom({ card, payment, wallet })
  if (collected.error) return collected
  return { data: merge(collected.data, data) }
}

function collectFrom({ card, payment, wallet }) {
  if (card !== undefined) return members.collectCard(card)
  if (payment !== undefined) return members.collectPayment(payment)
  const choice = wallets.get(wallet)
  return choice ? { data: choice.data } : {}
}

/** The page's values override typed ones: it adds only what the form did not collect. */
function merge(typed, added) {
  if (typed === undefined || added === undefined) return typed ?? added
  const isPlain = (value) => typeof value === 'object' && value !== null
  const pairs = Object.entries(added).map(([key, value]) => [
    key,
    isPlain(value) && isPlain(typed[key]) ? merge(typed[key], value) : (value ?? typed[key]),
  ])
  return { ...typed, ...Object.fromEntries(pairs) }
}

page = await connectToPage({
  start(given) {
    api = createApi(given)
    members = gatherMembers(answersFor)
  },
  leave: (id) => void members.leave(id),
  retrieveIntent: (secret) => retrieveIntent(api, secret),
  continueIntent: (secret) => continueIntent({ api, challenge }, secret),
  async confirmIntent({ source, ...rest }) {
    const collected = await collect(source)
    return collected.error ? collected : confirmIntent({ api, challenge }, { ...rest, source: collected })
  },
  async createPaymentMethod(source) {
    const { data, error } = await collect(source)
    if (error) return { error }
    const { value, error: refusal } = await api.post('/v1/payment_methods', data)
    return refusal ? { error: refusal } : { paymentMethod: value }
  },
  openSession: (secret) => openSession(api, secret),
  async confirmSession({ source, ...rest }) {
    const collected = await collect(source)
    if (collected.error) return collected
    const wallet = wallets.get(source.wallet)?.type
    return confirmSession({ api, challenge }, { ...rest, source: collected, wallet })
  },
  forgetWallet: (group) => void wallets.delete(group),
})
