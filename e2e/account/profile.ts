import type { Locator, Page } from '@playwright/test'
import type { Language } from '../lessons/lesson-walk.ts'
import { bringIn, type Person } from '../people.ts'
import type { Server } from '../server.ts'
import { expect } from '../test.ts'

export async function openProfile(
  page: Page,
  server: Server,
  person: Person,
  language: Language = 'en',
): Promise<void> {
  await bringIn(page, person, language)
  await page.goto(`${server.origin}/account`)
  await expect(page.locator('.facts')).toBeVisible()
}

/** A person's progress in a course, on the profile. */
export function percentOf(page: Page, course: string): Locator {
  return page.locator('.profile li', { hasText: course }).getByRole('progressbar')
}
