/** The settings by which a server finds the outside world in a sandbox. */
export const sandboxEnv = (url: string, smtpUrl: string) => ({
  SMTP_URL: smtpUrl,
  SMS_BASE_URL: url,
  IDV_BASE_URL: url,
  CREDIT_BODY_BASE_URL: url,
  ADDRESS_BASE_URL: url,
  ADDRESS_USER: 'sandbox-user',
  ADDRESS_PASSWORD: 'sandbox-password',
  SCANNER_URL: url,
  STRIPE_API_URL: url,
  STRIPE_JS_URL: `${url}/endive/stripe.js`,
})
