const STORED_AS = 'sbs.push-offer'

/**
 * Whether this person pressed "not now". The switch stays in the menu. On a shared phone the next person is asked
 * again.
 */
export function hasDeclinedOffer(uid: string): boolean {
  return declined().includes(uid)
}

export function declineOffer(uid: string): void {
  try {
    localStorage.setItem(STORED_AS, [...declined().slice(-9), uid].join(' '))
  } catch {
    // It is offered again next time.
  }
}

function declined(): string[] {
  try {
    return (localStorage.getItem(STORED_AS) ?? '').split(' ')
  } catch {
    return []
  }
}
