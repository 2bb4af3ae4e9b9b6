/** A provider was away or answered nonsense. Not the customer's fault and not a bug of ours. */
export class ProviderFailure extends Error {
  readonly provider: string
  /** False when the provider clearly refused: asking again would change nothing. */
  readonly isRetryable: boolean

  constructor(provider: string, isRetryable: boolean, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.isRetryable = isRetryable
  }
}
