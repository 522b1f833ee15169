import { useState } from 'react'

/**
 * A switch whose change the server makes. A reply may take seconds, so the switch shows the new state at once, and the
 * old state again if the change fails.
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
