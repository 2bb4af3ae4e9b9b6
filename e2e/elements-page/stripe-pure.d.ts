/** The package has no map of exports, so Node's way of resolving finds no types for this folder. */
declare module '@stripe/stripe-js/pure' {
  export { loadStripe } from '@stripe/stripe-js'
}
