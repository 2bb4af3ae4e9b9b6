type Wrong = (text: string) => string | undefined

export function formatSortCode(text: string): string
export function formatBsb(text: string): string
export function formatAccount(digits: number): (text: string) => string
export function bankMessageOf(code: string): string
export declare const checks: Record<
  'sortCode' | 'bsb' | 'ukAccount' | 'auAccount' | 'name' | 'line1' | 'city' | 'postcode' | 'email',
  Wrong
>
