// Walking through a drawing by the arrow keys.

export type Way = 'left' | 'right' | 'up' | 'down';

export interface Placed {
  name: string;
  box: { x: number; y: number };
}

/** The nearest node in a direction; what lies straight ahead is preferred to what lies aside. Undefined: there is none. */
export function nearest(all: readonly Placed[], from: string, way: Way): string | undefined {
  const start = all.find(({ name }) => name === from);
  if (start === undefined) {
    return undefined;
  }
  const sideways = way === 'left' || way === 'right';
  const sign = way === 'left' || way === 'up' ? -1 : 1;
  let best: { name: string; distance: number } | undefined;
  for (const { name, box } of all) {
    const [dx, dy] = [box.x - start.box.x, box.y - start.box.y];
    const ahead = (sideways ? dx : dy) * sign;
    const aside = Math.abs(sideways ? dy : dx);
    const distance = ahead + 2 * aside;
    if (name !== from && ahead > 1 && (best === undefined || distance < best.distance)) {
      best = { name, distance };
    }
  }
  return best?.name;
}
