import { expect, test } from 'vitest'
import { requiredEmail } from './required.ts'

test.each(['a@b.co', ' noura@example.org ', 'noura.salem+lessons@mail.example.org', 'نورة@مثال.السعودية'])(
  '%j looks like an e-mail address',
  email => {
    expect(requiredEmail(email)).toEqual([])
  },
)

test.each(['abc', 'noura@example', 'noura@', '@example.org', 'nou ra@example.org', 'a@b@c.org', 'noura@example..org'])(
  '%j does not',
  email => {
    expect(requiredEmail(email)).toEqual([{ at: 'email', code: 'invalidEmail' }])
  },
)

test('an empty field is missing, not wrong', () => {
  expect(requiredEmail('  ')).toEqual([{ at: 'email', code: 'required' }])
})
