export type Check = { complete: boolean; code?: string; isMissing?: boolean }

export function messageOf(code: string): string
export function digitsOf(text: string): string
export function brandOf(number: string): string
export function formatNumber(text: string): string
export function checkNumber(text: string): Check
export function formatExpiry(text: string, isDeleting?: boolean): string
export function readExpiry(text: string): { month: number; year: number }
export function checkExpiry(text: string, now: Date): Check
export function formatCvc(text: string, brand: string): string
export function checkCvc(text: string, brand: string): Check
