/** A provider did not answer or sent an invalid reply. Not the customer's fault and not our bug. */
export class ProviderFailure extends Error {
  readonly provider: string
  /** False if the provider clearly refused: a retry would change nothing. */
  readonly isRetryable: boolean

  constructor(provider: string, isRetryable: boolean, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.isRetryable = isRetryable
  }
}
