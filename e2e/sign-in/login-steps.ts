import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

/** The field on the first step of the sign-in. */
export function phoneField(page: Page) {
  return page.getByLabel('Phone number')
}

export async function typePhoneAndSend(page: Page, phone: string): Promise<void> {
  await phoneField(page).fill(phone)
  await page.getByRole('button', { name: 'Send verification code' }).click()
}

/** Asks for a code, and stops at the field for it. */
export async function askForCode(page: Page, phone: string): Promise<void> {
  await typePhoneAndSend(page, phone)
  await expect(page.getByLabel('Verification code')).toBeFocused()
}
