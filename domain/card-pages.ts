/** The pages of the portal on which a card or a bank account is typed. */
const cardPages = ['/pay-now', '/manage-payments', '/payments']

/** The card industry's rules: no third party's script runs on such a page, only the card processor's. */
export function isCardPage(pathname: string): boolean {
  return cardPages.some((page) => pathname === page || pathname.startsWith(`${page}/`))
}
