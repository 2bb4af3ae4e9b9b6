/** A provider did not reply or sent an invalid reply: neither the customer's fault nor a bug. */
export class ProviderFailure extends Error {
  readonly provider: string
  /** False if the provider clearly refused, so that a retry would change nothing. */
  readonly isRetryable: boolean

  constructor(provider: string, isRetryable: boolean, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.isRetryable = isRetryable
  }
}
