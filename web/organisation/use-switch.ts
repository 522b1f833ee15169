import { useState } from 'react'

/**
 * A switch whose change the server makes. It shows at once what was pressed, because a reply may take seconds, and goes
 * back if the change fails.
 */
export function useSwitch(isOn: boolean, change: (isOn: boolean) => Promise<unknown>) {
  const [wanted, setWanted] = useState<boolean>()

  async function make(next: boolean) {
    if (wanted !== undefined) return
    setWanted(next)
    try {
      await change(next)
    } finally {
      setWanted(undefined)
    }
  }

  return { isOn: wanted ?? isOn, onChange: (next: boolean) => void make(next) }
}
