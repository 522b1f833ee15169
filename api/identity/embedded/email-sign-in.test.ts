import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing.ts'
import { register, signInByEmail } from '../../testing-people.ts'

onEachDatabase('Signing in by e-mail', start => {
  test('Noura makes an account of her address and signs in to it later', async () => {
    const server = await start()
    const made = await register(server.origin, 'noura@example.org', 'steps4noura')
    const later = await signInByEmail(server.origin, 'noura@example.org', 'steps4noura')
    expect(later.uid).toBe(made.uid)
    expect(later.uid).toMatch(/^[A-Za-z0-9]{28}$/)
  })
})
