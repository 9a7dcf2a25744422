import {
  type CollisionDetection,
  closestCenter,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from "@dnd-kit/core";

const forward: string[] = [KeyboardCode.Down, KeyboardCode.Right];
const backward: string[] = [KeyboardCode.Up, KeyboardCode.Left];

/** Moves a card that was picked up with the keyboard to the next or previous place, in reading order. */
export const nextZone: KeyboardCoordinateGetter = (event, { context: { droppableRects, over, collisionRect } }) => {
  const by = forward.includes(event.code) ? 1 : backward.includes(event.code) ? -1 : 0;
  if (by === 0 || !collisionRect) return undefined;
  event.preventDefault();
  const zones = [...droppableRects].sort(([, a], [, b]) => a.top - b.top || a.left - b.left);
  const at = zones.findIndex(([id]) => id === over?.id);
  const next = zones[at < 0 ? (by === 1 ? 0 : zones.length - 1) : at + by];
  if (!next) return undefined;
  const [, { left, top, width, height }] = next;
  return { x: left + (width - collisionRect.width) / 2, y: top + (height - collisionRect.height) / 2 };
};

/** The place under the pointer, or the nearest one to a card that is moved with the keyboard. */
export const findZone: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);
