import { insideOf } from './element.js'
import { openOverlay } from './overlay.js'

const titles = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

/** A wallet button in the frame was pressed. */
export function walletAnswers(group) {
  return {
    async press(type) {
      const express = insideOf(group.get('expressCheckout'))
      if (await mayOpen(express, type)) openSheet(group, express, type)
    },
  }
}

/** A page that listens to the click must confirm within a second; in checkout no confirmation is needed. */
function mayOpen(express, type) {
  if (!express.listensTo('click')) return true
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 1000)
    const decide = (isAllowed) => () => {
      clearTimeout(timer)
      resolve(isAllowed)
    }
    express.emit('click', { expressPaymentType: type, resolve: decide(true), reject: decide(false) })
  })
}

function openSheet(group, express, type) {
  const { amount, currency } = group.options()
  let isConfirming = false
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    overlay.close()
    group.wallet = undefined
    group.calls.notify('leave', `${express.id}-sheet`)
    group.calls.notify('forgetWallet', group.id)
  }
  const cancel = () => {
    if (isConfirming || isClosed) return
    close()
    express.emit('cancel')
  }
  const overlay = openOverlay({
    page: 'sheet',
    title: titles[type],
    about: { id: `${express.id}-sheet`, type: 'sheet', group: group.id, calls: group.callsName },
    start: { wallet: type, amount, currency },
    onEscape: cancel,
    answers: {
      cancel,
      confirm(billingDetails) {
        isConfirming = true
        group.wallet = { type, close }
        const event = { expressPaymentType: type, billingDetails, paymentFailed: close }
        express.emit('confirm', event)
      },
    },
  })
}
