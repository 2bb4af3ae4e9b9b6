import { createElement, StrictMode } from 'react'
import type { FunctionComponent } from 'react'
import { createRoot } from 'react-dom/client'
import { CardFields } from './card-fields.ts'
import { ExpressPayment } from './express-payment.ts'
import { PaymentForm } from './payment-form.ts'
import { Returned } from './returned.ts'
import { Wallets } from './wallets.ts'
import { WholeCard } from './whole-card.ts'

const scenes: Record<string, FunctionComponent> = {
  '/card-fields': CardFields,
  '/whole-card': WholeCard,
  '/payment-form': PaymentForm,
  '/wallets': Wallets,
  '/express-payment': ExpressPayment,
  '/returned': Returned,
}

const root = document.querySelector('#root')
const Scene = scenes[location.pathname]
if (root && Scene) createRoot(root).render(createElement(StrictMode, null, createElement(Scene)))
