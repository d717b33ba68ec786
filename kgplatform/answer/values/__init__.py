"""Values as texts write them: amounts, quantities with units, dates, weekdays and hours."""
