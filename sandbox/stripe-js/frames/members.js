import { siblings } from './connection.js'
import { converse } from './port.js'

const gone = {
  error: {
    type: 'invalid_request_error',
    message:
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  },
}

/**
 * The other frames, which hold what was typed. Only frames of the same origin in the same page can join, each with
 * its own port.
 */
export function gatherMembers(answersFor) {
  const members = new Map()
  const brandOf = new Map()
  const inGroup = (group, type) =>
    [...members.values()].find((member) => member.group === group && member.type === type)

  addEventListener('message', ({ source, origin, data, ports: [port] }) => {
    if (origin !== location.origin || source?.parent !== parent || data?.stripe !== 'join') return
    const { id, group, type } = data
    const line = converse(port, {
      ...answersFor(data),
      brand(name) {
        brandOf.set(group, name)
        inGroup(group, 'cardCvc')?.notify('brand', name)
      },
    })
    members.set(id, { id, group, type, ...line })
    line.notify('joined')
    if (type === 'cardCvc' && brandOf.has(group)) line.notify('brand', brandOf.get(group))
  })
  for (const frame of siblings()) frame.postMessage('stripe:calls', location.origin)

  return {
    leave: (id) => members.delete(id),
    /** A card from its single field, or from its number and the other fields. */
    async collectCard(id) {
      const first = members.get(id)
      if (!first) return gone
      const others =
        first.type === 'cardNumber' ? ['cardExpiry', 'cardCvc'].map((type) => inGroup(first.group, type)) : []
      const answers = await Promise.all(
        [first, ...others].filter((member) => member).map((member) => member.request('collect')),
      )
      const { error } = answers.find((answer) => answer.error) ?? {}
      if (error) return { error }
      const { postalCode } = answers[0]
      return {
        data: {
          type: 'card',
          card: Object.assign({}, ...answers.map(({ card }) => card)),
          ...(postalCode && { billing_details: { address: { postal_code: postalCode } } }),
        },
      }
    },
    collectPayment: async (id) => (await members.get(id)?.request('collect')) ?? gone,
  }
}
