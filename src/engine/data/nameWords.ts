/** The words of a column's name in small letters: "customerId", "customer_id" and "Customer ID 2" are customer, id. */
export function nameWords(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
